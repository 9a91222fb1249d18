/** Twelve lessons, from the first push to the double threat and the partner's dot. Pure. */
import { gettext } from "../i18n.js";
import { SEATS, opponent } from "../rules/seats.js";

/** @typedef {import("../rules/moves.js").Move} Move */
/** @typedef {import("../rules/play.js").Play} Play */

/**
 * @typedef {object} Lesson
 * @property {() => string} title @property {() => string} words
 * @property {string} position
 * @property {(before: Play, move: Move, after: Play) => boolean} [isRight]  what the lesson asks for
 * @property {number} [wins]  or a win by force in so many moves
 * @property {() => string} hint  after a move that was none
 */

const CORNERS = ["a1", "a5", "e1", "e5"];

/**
 * Return whether the side to move can win at once.
 * @param {Play} play
 */
const winsAtOnce = (play) => {
  const { side } = SEATS[play.position.seat];
  return play.position.moves().some((move) => play.move(move).outcome?.winner === side);
};

/** @param {Play} before @param {Move} _ @param {Play} after */
const holds = (before, _, after) =>
  after.outcome?.winner !== opponent(SEATS[before.position.seat].side) && (after.outcome !== null || !winsAtOnce(after));

/** @type {readonly Lesson[]} */
export const LESSONS = [
  {
    title: () => gettext("The first push"),
    words: () => gettext("Take a cube from the rim: tap it. Then tap one of the arrows, and it comes back there as a cross."),
    position: "...../...../...../...../..... X",
    isRight: () => true,
    hint: () => gettext("Tap a cube on the rim, then an arrow."),
  },
  {
    title: () => gettext("Corners have two ways back"),
    words: () => gettext("An edge cube has three ways back, a corner two, and never where it came from. Push in a corner cube."),
    position: "...../...../..O../...../..... X",
    isRight: (_, { cell }) => CORNERS.includes(cell),
    hint: () => gettext("That was no corner. Take a1, a5, e1 or e5."),
  },
  {
    title: () => gettext("Your own cubes again"),
    words: () => gettext("Blank cubes and your own may be taken. Take your cross, and push it in somewhere else."),
    position: "...../O..../..O../...../..X.. X",
    isRight: (before, { cell }) => before.position.cube(cell) !== null,
    hint: () => gettext("That cube was blank. Take the cross on the rim."),
  },
  {
    title: () => gettext("Never the other side's"),
    words: () => gettext("Circles on the rim are not yours to take, but a push may move them. Push one of the circles off the rim."),
    position: "..O../...../O...O/...../..... X",
    isRight: (before, _, after) => rimOf(after) < rimOf(before),
    hint: () => gettext("All circles still lie on the rim. Push the line on which one lies, so that it slides inwards."),
  },
  {
    title: () => gettext("Five in a row"),
    words: () => gettext("Five of your symbol in a row win. One push is missing."),
    position: "O.O../...../..O../O..../.XXXX X",
    wins: 1,
    hint: () => gettext("Look at the lowest row: which push fills it?"),
  },
  {
    title: () => gettext("Five in a column"),
    words: () => gettext("Columns count as well. Complete this one."),
    position: "..X../..X.O/O.X../..X../OO... X",
    wins: 1,
    hint: () => gettext("Take the blank cube at the end of the column, and push it in at the other end."),
  },
  {
    title: () => gettext("The long diagonal"),
    words: () => gettext("The two long diagonals count too, and are the ones that people overlook."),
    position: "...../...X./O.X.O/.X.O./X..O. X",
    wins: 1,
    hint: () => gettext("A cross is missing at e5: from which sides can one come in there?"),
  },
  {
    title: () => gettext("The cubes that slide"),
    words: () => gettext("A push moves the cubes between as well. Here it is one of those that completes the line."),
    position: "O.X../..X.O/...X./..X../O.X.O X",
    wins: 1,
    hint: () => gettext("The middle column lacks its middle. Which push slides a cross into it?"),
  },
  {
    title: () => gettext("Not their line"),
    words: () => gettext("Whoever completes a line of the other side loses, even beside an own line. Win, but look where the circles go."),
    position: "...../...../..O../OOXOO/XX.XX X",
    wins: 1,
    hint: () => gettext("That push also completes the circles. The column can be pushed the other way."),
  },
  {
    title: () => gettext("In time"),
    words: () => gettext("Circles are about to win. Find a push after which they cannot, with any of their moves."),
    position: "OOOO./...../.X.../..X../X.... X",
    isRight: holds,
    hint: () => gettext("Circles still win. It helps to push a circle out of the row, not to fill its gap."),
  },
  {
    title: () => gettext("The double threat"),
    words: () => gettext("Two threats at once cannot both be stopped. Win in two moves, whatever circles do."),
    position: "OXOXX/X.XOX/OO..O/O...X/OX.XX X",
    wins: 2,
    hint: () => gettext("Circles have an answer to that. After the right push there are two ways to win."),
  },
  {
    title: () => gettext("A dot for the partner"),
    words: () => gettext("With four players a cube belongs to whom its dot points at. Push one in, and let its dot point at your partner."),
    position: "...../..E../...../.S.../..... N",
    isRight: (before, { dot }) => dot === SEATS[before.position.seat].partner,
    hint: () => gettext("That dot points at yourself. Choose your partner."),
  },
];

/**
 * Count the circles on the rim.
 * @param {Play} play
 */
const rimOf = ({ position }) => [...position.cubes].filter((cube, place) => cube === "O" && isRim(place)).length;

/** @param {number} place */
const isRim = (place) => place < 5 || place > 19 || place % 5 === 0 || place % 5 === 4;
