/** Requests over HTTP end within their limit, and say what failed. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { isFromServer, request } from "../../static/js/refresh/request.js";

/** @param {(url: string, options: RequestInit) => Promise<unknown>} answer */
function withServer(answer) {
  const asked = [];
  globalThis.fetch = (url, options) => {
    asked.push({ url, ...options });
    return answer(url, options);
  };
  return asked;
}

const answering = (text, type, status = 200) => async () =>
  new Response(text, { status, headers: { "Content-Type": type } });

test("a page that was asked for is read", async () => {
  const asked = withServer(answering("<p>Hello</p>", "text/html; charset=utf-8"));
  const answer = await request("/here/", { headers: { "X-Fragment": "news" } });
  assert.deepEqual([answer.failure, answer.status, answer.text], [null, 200, "<p>Hello</p>"]);
  assert.deepEqual(asked[0].headers, { Accept: "text/html", "X-Fragment": "news" });
  assert.ok(isFromServer(answer));
});

test("JSON is parsed", async () => {
  const asked = withServer(answering('{"version": 3}', "application/json"));
  const { failure, data } = await request("/version/", { type: "json" });
  assert.deepEqual([failure, data], [null, { version: 3 }]);
  assert.equal(asked[0].headers.Accept, "application/json");
});

test("another content type is a failure, whatever the status says: a hotel's sign-in page is no answer", async () => {
  withServer(answering("<p>Welcome to our Wi-Fi</p>", "text/html"));
  const answer = await request("/version/", { type: "json" });
  assert.deepEqual([answer.failure, answer.text, answer.data], ["content", "", null]);
  assert.ok(!isFromServer(answer));
  withServer(answering("half of it: {", "application/json"));
  assert.equal((await request("/version/", { type: "json" })).failure, "content");
  withServer(answering("{}", "application/json"));
  assert.equal((await request("/here/")).failure, "content");
});

test("a refusal of the server is one, and what it says can be read", async () => {
  withServer(answering('{"error": "That is not the PIN."}', "application/json", 403));
  const answer = await request("/unlock/", { method: "POST", type: "json" });
  assert.deepEqual([answer.failure, answer.status, answer.data.error], ["status", 403, "That is not the PIN."]);
  assert.ok(isFromServer(answer));
});

test("without a connection there is no answer", async () => {
  withServer(() => Promise.reject(new TypeError("Failed to fetch")));
  const answer = await request("/here/");
  assert.deepEqual([answer.failure, answer.status], ["unreachable", 0]);
  assert.ok(!isFromServer(answer));
});

/** Fail only when it is aborted, as a request without an answer does. */
const silent = (_url, { signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });

for (const [limit_ms, options] of [[8_000, {}], [4_000, { limit_ms: 4_000 }]]) {
  test(`a request that nobody answers is given up after ${limit_ms} ms`, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    withServer(silent);
    let answer = null;
    const asked = request("/line/", { method: "POST", ...options }).then((given) => {
      answer = given;
    });
    mock.timers.tick(limit_ms - 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(answer, null);
    mock.timers.tick(1);
    await asked;
    assert.equal(answer.failure, "timeout");
    mock.timers.reset();
  });
}

test("an answer that begins and does not end is given up as well", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  withServer(async (_url, options) => {
    const headers = new Headers({ "Content-Type": "text/html" });
    return { ok: true, status: 200, url: "/here/", redirected: false, headers, text: () => silent("", options) };
  });
  const asked = request("/here/");
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(8_000);
  assert.equal((await asked).failure, "timeout");
  mock.timers.reset();
});
