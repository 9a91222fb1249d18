/** A sheet of paper on the screen: its one button prints it. */

document.querySelector("[data-print]")?.addEventListener("click", () => print());
