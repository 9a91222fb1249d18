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

/** Whether the tablet of a table is heard. */
export interface TablePresence {
  online: boolean;
  since_ms: number | null;
}

export interface Instruction {
  id: number;
  request: { type: string } & Record<string, any>;
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
  epoch: number;
  rematch: Rematch | null;
  generation: number;
  voided: boolean;
  table: TablePresence | null;
  instructions: Instruction[];
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
  presence: { game: string; table: TablePresence | null };
  instruction: Instruction;
  news: { what: string; game: string | null; jump_ms: number };
  status: "connecting" | "live" | "silent" | "offline" | "closed";
}

export type { SeatOrGame };
