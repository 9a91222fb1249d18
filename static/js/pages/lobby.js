/** The lobby of a quick game: notices who has taken a seat, and leaves for the game once it has begun. */
import { refresh } from "../live/refresh.js";
import { poll } from "../refresh/poll.js";

// There is no socket before the game has begun.
poll(() => refresh(), { every_ms: 2_000 });
