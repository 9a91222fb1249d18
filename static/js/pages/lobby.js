/** The lobby of a quick game: notices who has taken a seat, and leaves for the game once it has begun. */
import { refresh } from "../live/refresh.js";

const LOOK_EVERY_MS = 2_000;

setInterval(() => refresh(), LOOK_EVERY_MS);
