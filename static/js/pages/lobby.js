/** The lobby of a quick game: notices who has taken a seat, and leaves for the game once it has begun. */
import { poll } from "../refresh/poll.js";
import { refresh } from "../refresh/refresh.js";

// There is no socket before the game has begun.
poll(() => refresh(), { every_ms: 2_000 });
