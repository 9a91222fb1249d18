/** Shows the boards that wait for the arbiter on every page of the desk. */
import { DeskCalls } from "../desk/desk_calls.js";
import { followTopic } from "../refresh/hints.js";
import { toastArrivals } from "../refresh/refresh.js";
import { byId } from "../ui/dom.js";

const ASK_AGAIN_MS = 5_000;

toastArrivals();
const calls = new DeskCalls();
const socket = followTopic({
  topic: byId("desk").dataset.topic ?? "",
  onChange: () => {}, // the calls have their own listeners
  askAgain: () => calls.ask(),
  every_ms: ASK_AGAIN_MS,
});
calls.follow(socket);
socket.open();
