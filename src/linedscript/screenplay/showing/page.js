"use strict";
const script = document.getElementById("script");
const about = document.getElementById("about");
const told = document.getElementById("told");
let chosen = null;

function choose(piece, move) {
  if (chosen) {
    chosen.classList.remove("on");
    chosen.removeAttribute("tabindex");
    chosen.removeAttribute("aria-describedby");
  }
  chosen = piece;
  about.hidden = !piece;
  if (!piece) return;
  piece.classList.add("on");
  told.textContent = piece.title;
  piece.tabIndex = -1;
  piece.setAttribute("aria-describedby", "told");
  piece.focus({ preventScroll: true });
  if (move) piece.scrollIntoView({ block: "center" });
}

/* Pieces of the kinds that aren't filtered out. */
function pieces() {
  const off = document.querySelectorAll(".filter input:not(:checked)");
  return ".p" + Array.from(off, (box) => `:not(.${box.id.slice(2)})`).join("");
}

/* The next or previous one behind what is chosen; the first where nothing is. */
function step(selector, by) {
  const all = Array.from(script.querySelectorAll(selector));
  const own = chosen && all.indexOf(chosen.closest(selector));
  return all[own === null || own < 0 ? 0 : Math.min(all.length - 1, Math.max(0, own + by))] || null;
}

script.addEventListener("click", (event) => {
  const piece = event.target.closest(".p");
  if (piece && !String(getSelection())) choose(piece === chosen ? null : piece, false);
});
about.querySelector("button").addEventListener("click", () => choose(null, false));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j" || event.key === "k") {
    choose(step(pieces(), event.key === "j" ? 1 : -1), true);
  } else if (event.key === "n" || event.key === "p") {
    const scene = step(".scene", event.key === "n" ? 1 : -1);
    choose(scene && scene.querySelector(pieces()), true);
  } else if (event.key === "Escape") {
    choose(null, false);
  } else return;
  event.preventDefault();
});
for (const box of document.querySelectorAll("input[name=set]")) {
  box.addEventListener("change", () => {
    if (box.checked) script.classList.toggle("as-page", box.value === "page");
  });
}
document.documentElement.dataset.ready = "";
