import fs from "node:fs";
import path from "node:path";
import { ADB } from "appium-adb";
import { adbPath, expect, finish, folder, port, serial, step } from "./steps.mjs";

const adb = new ADB({ adbPort: Number(port), sdkRoot: process.env.ANDROID_HOME, udid: serial });
adb.executable.path = adbPath;
adb.executable.defaultArgs = ["-P", port, "-s", serial];
adb.curDeviceId = serial;

await step("connected devices", async () => {
  expect("listed", (await adb.getConnectedDevices()).some((device) => device.udid === serial), true);
});
await step("api level", async () => expect("level", await adb.getApiLevel(), 34));
await step("platform version", async () => expect("version", await adb.getPlatformVersion(), "14"));
await step("model", async () => expect("model", await adb.getModel(), "SimPhone_1"));
await step("screen size", async () => expect("size", await adb.getScreenSize(), "1080x2400"));
await step("screen density", async () => expect("is a number", (await adb.getScreenDensity()) > 0, true));
await step("shell", async () => expect("said", await adb.shell(["echo", "hi"]), "hi"));
await step("files", async () => {
  const file = path.join(folder, "appium.txt");
  fs.writeFileSync(file, "from appium");
  await adb.push(file, "/sdcard/appium.txt");
  expect("exists", await adb.fileExists("/sdcard/appium.txt"), true);
  expect("size", await adb.fileSize("/sdcard/appium.txt"), 11);
  expect("listed", (await adb.ls("/sdcard")).includes("appium.txt"), true);
  await adb.pull("/sdcard/appium.txt", path.join(folder, "back.txt"));
  expect("content", fs.readFileSync(path.join(folder, "back.txt"), "utf8"), "from appium");
  await adb.rimraf("/sdcard/appium.txt");
  expect("is gone", await adb.fileExists("/sdcard/appium.txt"), false);
});
await step("start an app", async () => {
  await adb.startApp({ pkg: "com.android.settings", activity: ".Settings", waitActivity: ".Settings", retry: false });
});
await step("focused app", async () => {
  expect("package", (await adb.getFocusedPackageAndActivity()).appPackage, "com.android.settings");
});
await step("is running", async () => {
  expect("running", await adb.processExists("com.android.settings"), true);
});
await step("keys", async () => {
  await adb.goToHome();
  await adb.back();
  await adb.keyevent(3);
});
await step("is installed", async () => {
  expect("settings", await adb.isAppInstalled("com.android.settings"), true);
  expect("nothing", await adb.isAppInstalled("com.example.nothing"), false);
});
await step("keyboards", async () => expect("some", (await adb.availableIMEs()).length > 0, true));
await step("settings", async () => {
  await adb.setSetting("global", "appium_note", "7");
  expect("kept", await adb.getSetting("global", "appium_note"), "7");
});
await step("wi-fi", async () => {
  await adb.setWifiState(false);
  expect("off", await adb.isWifiOn(), false);
  await adb.setWifiState(true);
  expect("on", await adb.isWifiOn(), true);
});
await step("screenshot", async () => {
  expect("png", (await adb.takeScreenshot()).subarray(1, 4).toString(), "PNG");
});
await step("forward", async () => {
  await adb.forwardPort(7125, 7007);
  expect("listed", (await adb.getForwardList()).some((line) => line.includes("tcp:7125")), true);
  await adb.removePortForward(7125);
});
await step("reverse", async () => {
  await adb.reversePort(9300, 7125);
  expect("listed", (await adb.getReverseList()).some((line) => line.includes("tcp:9300")), true);
  await adb.removePortReverse(9300);
});
await step("locks", async () => {
  expect("locked", await adb.isScreenLocked(), false);
});
await step("locale and zone", async () => {
  expect("locale", await adb.getDeviceLocale(), "en-US");
  expect("zone", (await adb.getTimeZone()).length > 0, true);
});
await step("force-stop", async () => {
  await adb.forceStop("com.android.settings");
  expect("running", await adb.processExists("com.android.settings"), false);
});
finish();
