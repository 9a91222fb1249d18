/** The rules: every figure is a board to try moves of both sides, which can be reset. */
import { endingWords, nameOf } from "../game/words.js";
import { fill, gettext, labelled } from "../i18n.js";
import { TryBoard } from "../learn/tryboard.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { element, findAll, findMaybe } from "../ui/dom.js";

/** @param {Play} play */
function standing({ outcome, position }) {
  if (!outcome) return fill(gettext("{name} to move"), { name: nameOf(null, position.seat) });
  if (!outcome.winner) return gettext("Draw");
  return labelled(fill(gettext("{name} won"), { name: nameOf(null, outcome.winner) }), endingWords(outcome));
}

/** @param {HTMLElement} figure */
function makePlayable(figure) {
  const drawing = findMaybe(figure, "svg[data-position]", SVGElement);
  if (!drawing) return;
  const start = Play.begin(Position.parse(drawing.getAttribute("data-position") ?? ""));
  if (start.outcome || start.position.isStuck) return;
  const button = element("button", "button button-small", gettext("Try it"));
  button.type = "button";
  const place = element("div", "try");
  const said = element("p", "try-said");
  said.setAttribute("role", "status");
  button.addEventListener("click", () => {
    const isTried = place.isConnected;
    button.textContent = isTried ? gettext("Try it") : gettext("Back to the figure");
    if (isTried) {
      place.replaceWith(drawing);
      said.remove();
      return;
    }
    drawing.replaceWith(place);
    button.before(said);
    new TryBoard(place, start, {
      moved: (_, after) => {
        said.textContent = standing(after);
      },
      refused: (fault) => {
        said.textContent = fill(gettext(fault.template), fault.params);
      },
    });
    said.textContent = standing(start);
  });
  figure.append(button);
}

findAll(document, "figure").forEach(makePlayable);
