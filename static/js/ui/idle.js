/** Hides the buttons of an idle screen, and shows them at the first movement. */

const IDLE_MS = 4_000;

/** @param {HTMLElement} root  what its style sheet hides within stands under `data-idle` */
export function hideControlsWhenIdle(root) {
  let timer = 0;
  const wake = () => {
    root.removeAttribute("data-idle");
    clearTimeout(timer);
    timer = setTimeout(() => root.setAttribute("data-idle", ""), IDLE_MS);
  };
  for (const kind of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(kind, wake, { passive: true });
  wake();
}
