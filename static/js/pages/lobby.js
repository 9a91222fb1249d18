/** The lobby of a quick game: shows who has taken a seat, and opens the game once it has begun. */
import { poll } from "../refresh/poll.js";
import { refresh } from "../refresh/refresh.js";

// The game has no socket before it has begun.
poll(() => refresh(), { every_ms: 2_000 });
