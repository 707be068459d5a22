import fs from "node:fs";
import path from "node:path";
import adbkit from "@devicefarmer/adbkit";
import { expect, finish, folder, port, serial, step } from "./steps.mjs";

const client = adbkit.Adb.createClient({ host: "127.0.0.1", port: Number(port) });
const device = client.getDevice(serial);
const read = (stream) => adbkit.Adb.util.readAll(stream);
const over = (transfer, event) =>
  new Promise((resolve, reject) => transfer.on(event, resolve).on("error", reject));

await step("devices", async () => {
  expect("listed", (await client.listDevices()).some((entry) => entry.id === serial), true);
});
await step("properties", async () => {
  expect("model", (await device.getProperties())["ro.product.model"], "SimPhone_1");
});
await step("shell", async () => expect("said", (await read(await device.shell("echo hi"))).toString(), "hi\n"));
await step("push", async () => {
  fs.writeFileSync(path.join(folder, "kit"), Buffer.alloc(90_000, 7));
  await over(await device.push(path.join(folder, "kit"), "/sdcard/kit"), "end");
});
await step("stat", async () => expect("size", Number((await device.stat("/sdcard/kit")).size), 90_000));
await step("readdir", async () => {
  expect("listed", (await device.readdir("/sdcard")).some((entry) => entry.name === "kit"), true);
});
await step("pull", async () => {
  const transfer = await device.pull("/sdcard/kit");
  const pieces = [];
  transfer.on("data", (piece) => pieces.push(piece));
  await over(transfer, "end");
  expect("size", Buffer.concat(pieces).length, 90_000);
});
await step("screencap", async () => {
  expect("png", (await read(await device.screencap())).subarray(1, 4).toString(), "PNG");
});
await step("forward", async () => {
  await device.forward("tcp:7124", "localabstract:echo");
  expect("listed", (await device.listForwards()).some((entry) => entry.local === "tcp:7124"), true);
});
await step("reverse", async () => {
  await device.reverse("tcp:9200", "tcp:7124");
  expect("listed", (await device.listReverses()).map((entry) => entry.remote), ["tcp:9200"]);
});
await step("open a socket", async () => {
  const socket = await device.openLocal("localabstract:echo");
  socket.write("ping");
  expect("echo", (await new Promise((resolve) => socket.once("data", resolve))).toString(), "ping");
  socket.end();
});
await step("packages", async () => {
  expect("listed", (await device.getPackages()).includes("com.android.settings"), true);
});
await step("start an activity", async () => {
  await device.startActivity({ component: "com.android.settings/.Settings" });
});
await step("track-jdwp", async () => {
  const tracker = await device.trackJdwp();
  tracker.end();
});
await step("framebuffer", async () => {
  const picture = await device.framebuffer("raw");
  expect("size", [picture.meta.width, picture.meta.height], [1080, 2400]);
  picture.end();
});
finish();
