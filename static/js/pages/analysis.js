/** A finished game, looked into: one of an event or a quick one, the last one of practice, or one of a packed site. */
import { AnalysisScreen } from "../analysis/analysis_screen.js";
import { Engine } from "../engine/engine_client.js";
import { gettext } from "../i18n.js";
import { gameFacts } from "../practice/practice_game.js";
import { parseMove } from "../rules/moves.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { byId, configOf, partsOf } from "../ui/dom.js";
import { openStorage } from "../ui/storage.js";

const config = configOf("analysis-config");
const root = byId("analysis");

/** The last game of practice lies in this browser alone. */
function practised() {
  const kept = JSON.parse(openStorage().storage.getItem("fiveline.practised") ?? "null");
  if (!kept) return null;
  let play = Play.begin(Position.initial(kept.wish.seats, kept.wish.first));
  const steps = [{ seat: null, move: null, position: String(play.position) }];
  for (const { seat, move } of kept.moves) {
    play = play.move(parseMove(move)).settled();
    steps.push({ seat, move, position: String(play.position) });
  }
  return { game: gameFacts(kept.wish, gettext("Player")), steps };
}

const shown = config.steps ? { game: config.game, steps: config.steps } : practised();
byId("no-game").hidden = shown !== null;
root.hidden = shown === null;
if (shown) {
  const ply = Number(new URLSearchParams(location.search).get("ply") ?? Infinity);
  new AnalysisScreen({ root, part: partsOf(root), ...shown, engine: new Engine(config.worker), ply });
}
