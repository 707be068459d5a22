import net from "node:net";
import { AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import { expect, finish, port, serial, step } from "./steps.mjs";

const client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: "127.0.0.1", port: Number(port) }));
const adb = await client.createAdb({ serial });
const content = new Uint8Array(200_000).map((_, index) => index % 251);

function once(bytes) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

async function all(stream) {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

await step("identity", async () => expect("product", adb.banner.product, "simphone"));
await step("getprop", async () => expect("model", await adb.getProp("ro.product.model"), "SimPhone_1"));
await step("shell v1", async () => {
  expect("output", await adb.subprocess.noneProtocol.spawnWaitText("echo out; echo err >&2"), "out\nerr\n");
});
await step("shell v2", async () => {
  const done = await adb.subprocess.shellProtocol.spawnWaitText("echo out; echo err >&2; exit 7");
  expect("streams", [done.stdout, done.stderr, done.exitCode], ["out\n", "err\n", 7]);
});
await step("push", async () => {
  const sync = await adb.sync();
  await sync.write({ filename: "/sdcard/yume", file: once(content) });
  await sync.dispose();
});
await step("stat and list", async () => {
  const sync = await adb.sync();
  expect("size", Number((await sync.stat("/sdcard/yume")).size), content.length);
  expect("listed", (await sync.readdir("/sdcard")).some((entry) => entry.name === "yume"), true);
  await sync.dispose();
});
await step("pull", async () => {
  const sync = await adb.sync();
  expect("same", Buffer.compare(await all(sync.read("/sdcard/yume")), Buffer.from(content)), 0);
  await sync.dispose();
});
await step("framebuffer", async () => {
  const picture = await adb.framebuffer();
  expect("size", [picture.width, picture.height, picture.bpp], [1080, 2400, 32]);
});
await step("socket of the phone", async () => {
  const socket = await adb.createSocket("localabstract:echo");
  const writer = socket.writable.getWriter();
  await writer.write(content.subarray(0, 1000));
  const reader = socket.readable.getReader();
  let received = 0;
  while (received < 1000) received += (await reader.read()).value.length;
  await socket.close();
});
await step("reverse", async () => {
  const server = net.createServer((socket) => socket.end("from the host"));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const local = `tcp:${server.address().port}`;
  await adb.reverse.addExternal("tcp:9100", local);
  const listed = await adb.reverse.list();
  expect("listed", listed.map((entry) => [entry.localName, entry.remoteName]), [["tcp:9100", local]]);
  const socket = await adb.createSocket("tcp:9100"); // through the phone, back to this process
  expect("heard", (await all(socket.readable)).toString(), "from the host");
  await adb.reverse.remove("tcp:9100");
  server.close();
});
finish();
