// Runs named steps of a client one after another and prints what became of each, as one line of JSON at the end.
const results = {};

export const [, , port, serial, folder, adbPath] = process.argv;

export function expect(what, actual, wanted) {
  const [one, other] = [actual, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one}, not ${other}`);
}

export async function step(name, run) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("took too long")), 30_000);
  });
  try {
    await Promise.race([run(), late]);
    results[name] = "ok";
  } catch (error) {
    results[name] = String(error?.message ?? error).split("\n")[0];
  } finally {
    clearTimeout(timer);
  }
}

export function finish() {
  process.stdout.write("\n" + JSON.stringify(results) + "\n", () => process.exit(0));
}
