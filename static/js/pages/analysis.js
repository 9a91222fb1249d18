/** The analysis of a finished game: of a tournament or a quick one, the last practice, or one of a packed site. */
import { AnalysisScreen } from "../analysis/analysis_screen.js";
import { Engine } from "../engine/engine_client.js";
import { gettext } from "../i18n.js";
import { gameFacts } from "../practice/practice_game.js";
import { parseMove } from "../rules/moves.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { openStorage, readStored } from "../storage.js";
import { byId, configOf, partsOf } from "../ui/dom.js";

const config = configOf("analysis-config");
const root = byId("analysis");

/**
 * Replay the last practice game, which is stored in this browser only.
 * @param {{ wish: import("../practice/practice_game.js").Wish, moves: { seat: import("../rules/seats.js").Seat, move: string }[] }} stored
 */
function replayPractised({ wish, moves }) {
  let play = Play.begin(Position.initial(wish.seats, wish.first));
  /** @type {{ seat: import("../rules/seats.js").Seat | null, move: string | null, position: string }[]} */
  const steps = [{ seat: null, move: null, position: String(play.position) }];
  for (const { seat, move } of moves) {
    play = play.move(parseMove(move)).afterPasses();
    steps.push({ seat, move, position: String(play.position) });
  }
  return { game: gameFacts(wish, gettext("Player")), steps };
}

const practised = () => readStored(openStorage().storage, "fiveline.practised", 1, replayPractised);
const shown = config.steps ? { game: config.game, steps: config.steps } : practised();
byId("no-game").hidden = shown !== null;
root.hidden = shown === null;
if (shown) {
  const ply = Number(new URLSearchParams(location.search).get("ply") ?? Infinity);
  new AnalysisScreen({ root, part: partsOf(root), ...shown, engine: new Engine(config.worker), ply });
}
