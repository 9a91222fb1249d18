/** What the server says about games (docs/protocol.md), for the checker alone: nothing of this reaches a browser. */
import type { SeatOrGame } from "../clock/clock.js";
import type { ClockJson } from "../clock/snapshot.js";
import type { AgreementJson } from "../referee/codec.js";
import type { GameEvent } from "../referee/events.js";
import type { Claim, Proposal } from "../referee/state.js";
import type { Line } from "../rules/cells.js";
import type { Outcome } from "../rules/outcome.js";
import type { Seat, Side } from "../rules/seats.js";

/** What never changes while a game lasts, and who plays. */
export interface Game extends AgreementJson {
  code: string;
  seats: 2 | 4;
  input: "moves" | "presses";
  keeper: "server" | "table";
  casual: boolean;
  players: Partial<Record<Seat, { name: string }>>;
  topic: string;
  place: string;
  /** Which game of a longer match it is and how that stands, in words; empty for a single one. */
  series?: string;
  gone: Gone | null;
}

/** Why it is played no longer although its own board did not end it. "moved" is a tablet's own finding. */
export interface Gone {
  why: "entered" | "reported" | "undone" | "redrawn" | "called-off" | "abandoned" | "moved";
  result: string;
  winner: Side | "";
  table?: number | null;
}

/** How a game stands: all that a board has to draw beside the clocks. */
export interface Standing {
  seq: number;
  ply: number;
  status: "waiting" | "running" | "paused" | "over";
  position: string | null;
  seat: Seat;
  outcome: Outcome | null;
  proposal: Proposal | null;
  offered: Side | null;
  arbiter: boolean;
  outage: { until_ms: number; time_ms: number } | null;
  resigning: Seat[];
  illegal: Side[];
  uncalled: Line[];
  repeated: number;
  claims: Claim[];
  disputed: Side[];
  confirmed: Side[];
  last: { seat: Seat; move: string | null; passes: Seat[] } | null;
  now_ms: number;
}

/** Whether the tablet of a table, or the device of a player, is heard, and since when it is or is not. */
export interface DevicePresence {
  online: boolean;
  since_ms: number | null;
}

export interface Instruction {
  id: number;
  request: { type: string } & Record<string, any>;
}

/** A few words from the desk, to this board or to all of them. */
export interface Notice {
  id: number;
  text: string;
  to_all: boolean;
  until_ms: number;
}

/** Another game of the same people: who wants it, and its code once it was opened. */
export interface Rematch {
  wanted: Seat[];
  next: string | null;
}

export interface StateMessage extends Standing {
  type: "state";
  game: Game;
  clock: ClockJson;
  /** When something last happened to it. */
  touched_ms: number;
  epoch: number;
  rematch: Rematch | null;
  generation: number;
  voided: boolean;
  table: DevicePresence | null;
  seats: Partial<Record<Seat, DevicePresence>>;
  instructions: Instruction[];
  notices: Notice[];
  mine: { seats: Seat[]; verbs: string[] };
}

/** One event as it is stored, with all clocks, and how the game stands after it. */
export interface EventMessage extends Standing {
  type: "event";
  game: string;
  event: GameEvent;
  suspect: string;
}

/** What a socket emits, by type. */
export interface Messages {
  state: StateMessage;
  event: EventMessage;
  answer: { nonce: string; seq: number };
  refused: { nonce: string; code: string; text: string };
  seq: { game: string | null; seq: number };
  custody: { epoch: number; mine: boolean; n: number };
  presence: { game: string } & Pick<StateMessage, "table" | "seats">;
  instruction: Instruction;
  late: { game: string };
  news: { what: string; game: string | null; jump_ms: number; version?: number };
  status: "connecting" | "live" | "silent" | "offline" | "closed";
}

export type { SeatOrGame };
