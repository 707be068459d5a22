"use strict";
const screen = document.getElementById("screen");
const info = document.getElementById("info");
const KEYS = { Backspace: "DEL", Enter: "ENTER", Escape: "BACK", Home: "HOME" };
const SLOP = 24;
let revision = null;
let size = [1, 1];
let down = null;

async function look() {
  try {
    const answer = await fetch("info");
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    size = told.size;
    if (told.revision !== revision) {
      revision = told.revision;
      screen.src = "screen.png?" + revision;
    }
    info.textContent = `${told.serial}  ${told.model}  ${told.screen}`;
  } catch (error) {
    info.textContent = error.message;
  }
}

async function send(order, given) {
  const answer = await fetch("do", { method: "POST", body: JSON.stringify({ do: order, ...given }) });
  if (!answer.ok) info.textContent = (await answer.json().catch(() => ({}))).error || answer.statusText;
  await look();
}

function place(event) {
  const box = screen.getBoundingClientRect();
  const edge = screen.clientLeft;
  const x = ((event.clientX - box.left - edge) / (box.width - 2 * edge)) * size[0];
  const y = ((event.clientY - box.top - edge) / (box.height - 2 * edge)) * size[1];
  return [Math.round(x), Math.round(y)];
}

screen.addEventListener("pointerdown", (event) => {
  screen.setPointerCapture(event.pointerId);
  down = { at: place(event), since: performance.now() };
});

screen.addEventListener("pointerup", (event) => {
  if (!down) return;
  const end = place(event);
  const [x, y] = down.at;
  const held = Math.round(performance.now() - down.since);
  if (Math.abs(end[0] - x) + Math.abs(end[1] - y) < SLOP) send("person.tap", { x, y, held_ms: held });
  else send("person.swipe", { start: [x, y], end, duration_ms: held });
  down = null;
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "BUTTON") return;
  if (KEYS[event.key]) send("person.key", { key: KEYS[event.key] });
  else if (event.key.length === 1) send("person.type", { text: event.key });
  else return;
  event.preventDefault();
});

document.addEventListener("paste", (event) => send("person.type", { text: event.clipboardData.getData("text") }));

for (const button of document.querySelectorAll("[data-key]"))
  button.addEventListener("click", () => send("person.key", { key: button.dataset.key }));
for (const button of document.querySelectorAll("[data-finger]"))
  button.addEventListener("click", () => send("finger", { approve: button.dataset.finger === "yes" }));

look();
setInterval(look, 500);
