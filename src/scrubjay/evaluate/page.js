const notes = [...document.querySelectorAll(".note")];
const filter = document.getElementById("filter");
const shown = document.getElementById("shown");
let position = -1;

function choose() {
  const wanted = {
    all: () => true,
    miss: (note) => note.dataset.miss > 0,
    alarm: (note) => note.dataset.alarm > 0,
    clean: (note) => note.dataset.miss == 0 && note.dataset.alarm == 0,
  }[filter.value];
  notes.forEach((note) => (note.hidden = !wanted(note)));
  shown.textContent = `${notes.filter((note) => !note.hidden).length} of ${notes.length} notes`;
  position = -1;
}

function nextMiss() {
  const misses = notes.filter((note) => !note.hidden).flatMap((note) => [...note.querySelectorAll("mark.miss")]);
  if (!misses.length) return;
  document.querySelectorAll(".here").forEach((mark) => mark.classList.remove("here"));
  position = (position + 1) % misses.length;
  misses[position].closest("details").open = true;
  misses[position].classList.add("here");
  misses[position].scrollIntoView({ block: "center" });
}

filter.addEventListener("change", choose);
document.getElementById("next").addEventListener("click", nextMiss);
document.addEventListener("keydown", (event) => {
  if (event.key === "n" && event.target.tagName !== "SELECT") nextMiss();
});
choose();
