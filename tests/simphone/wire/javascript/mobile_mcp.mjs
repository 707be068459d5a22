// mobile-mcp over its standard streams, with its older way of reaching phones: through adb's own tools.
import { createRequire } from "node:module";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, finish, folder, serial, step } from "./steps.mjs";

const server = path.join(path.dirname(createRequire(import.meta.url).resolve("@mobilenext/mobile-mcp/package.json")), "lib", "index.js");
const client = new Client({ name: "simphone-tests", version: "1" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [server, "--stdio"],
    env: { ...process.env, MOBILEMCP_LEGACY_ROBOT: "1", MOBILEMCP_DISABLE_TELEMETRY: "1" },
    stderr: "ignore",
  }),
);

async function call(name, parameters = {}) {
  const answer = await client.callTool({ name, arguments: { device: serial, ...parameters } });
  const texts = answer.content.filter((part) => part.type === "text").map((part) => part.text);
  // Errors that a model could do something about come as if all were well.
  const failed = texts.find((text) => text.startsWith("Error") || text.endsWith("Please fix the issue and try again."));
  if (answer.isError || failed) throw new Error(texts.join(" "));
  return { text: texts.join("\n"), pictures: answer.content.filter((part) => part.type === "image") };
}

const holds = (said, wanted) => expect(`"${said.text.slice(0, 200)}" holds ${wanted}`, said.text.includes(wanted), true);

await step("devices", async () => {
  const answer = await client.callTool({ name: "mobile_list_available_devices", arguments: { noParams: {} } });
  holds({ text: answer.content[0].text }, serial);
});
await step("apps", async () => holds(await call("mobile_list_apps"), "com.android.settings"));
await step("launch", async () => void (await call("mobile_launch_app", { packageName: "com.android.settings" })));
await step("screen size", async () => holds(await call("mobile_get_screen_size"), "1080x2400"));
await step("elements", async () => holds(await call("mobile_list_elements_on_screen"), "Settings"));
await step("tap", async () => void (await call("mobile_click_on_screen_at_coordinates", { x: 540, y: 600 })));
await step("double tap", async () => void (await call("mobile_double_tap_on_screen", { x: 540, y: 1200 })));
await step("long press", async () => void (await call("mobile_long_press_on_screen_at_coordinates", { x: 540, y: 1200 })));
await step("swipe", async () => void (await call("mobile_swipe_on_screen", { direction: "up" })));
await step("button", async () => void (await call("mobile_press_button", { button: "HOME" })));
await step("address", async () => void (await call("mobile_open_url", { url: "https://example.com" })));
await step("typing", async () => void (await call("mobile_type_keys", { text: "hello", submit: false })));
await step("typing beyond ASCII", async () => void (await call("mobile_type_keys", { text: "héllo 你好", submit: false })));
await step("screenshot", async () => expect("pictures", (await call("mobile_take_screenshot")).pictures.length, 1));
await step("orientation", async () => holds(await call("mobile_get_orientation"), "portrait"));
await step("save a screenshot", async () => void (await call("mobile_save_screenshot", { saveTo: path.join(folder, "shot.png") })));
await step("terminate", async () => void (await call("mobile_terminate_app", { packageName: "com.android.settings" })));
await client.close();
finish();
