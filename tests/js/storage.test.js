/** Stored values are read again; unreadable ones are set aside, and the table continues. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Custody } from "../../static/js/offline/custody.js";
import { WriterLease } from "../../static/js/offline/tab_lease.js";
import { ConfirmedLog } from "../../static/js/offline/confirmed_log.js";
import { Outbox } from "../../static/js/offline/outbox.js";
import { asObject, asTexts, deleteUnreadable, listUnreadable, openStorage, readStored, writeStored } from "../../static/js/storage.js";
import { Settings } from "../../static/js/table/settings.js";
import { MemoryStorage } from "./fakes.js";

const same = (value) => value;
const storedAs = (text, key = "thing") => {
  const storage = new MemoryStorage();
  storage.setItem(key, text);
  return storage;
};

test("what was written is read", () => {
  for (const version of [1, 2]) {
    const storage = new MemoryStorage();
    assert.ok(writeStored(storage, "thing", version, { moves: ["c1"] }));
    assert.deepEqual(readStored(storage, "thing", version, same), { moves: ["c1"] });
  }
  assert.equal(readStored(new MemoryStorage(), "thing", 1, same), null);
});

test("values from before there were versions are of the first, and are still stored as they were", () => {
  assert.deepEqual(readStored(storedAs('["5.X"]'), "thing", 1, asTexts), ["5.X"]);
  const storage = new MemoryStorage();
  writeStored(storage, "thing", 1, { n: 3 });
  assert.equal(storage.getItem("thing"), '{"n":3}');
});

for (const [what, text, version, read] of [
  ["that is no JSON", "not json", 1, same],
  ["of an older version", '{"n":3}', 2, same],
  ["of a newer version", '{"version":2,"value":{"n":3}}', 1, same],
  ["of another kind", "[1, 2]", 1, asObject],
  ["with other things in a list", "[1, 2]", 1, asTexts],
  ["that its reader cannot use", "{}", 1, (value) => value.entries.length],
]) {
  test(`a value ${what} is set aside, not lost`, () => {
    const storage = storedAs(text);
    assert.equal(readStored(storage, "thing", version, read), null);
    assert.equal(storage.getItem("thing"), null);
    assert.deepEqual(listUnreadable(storage), { thing: text });
    deleteUnreadable(storage);
    assert.deepEqual(listUnreadable(storage), {});
  });
}

test("a second one does not replace the first", () => {
  const storage = storedAs("not json");
  readStored(storage, "thing", 1, same);
  storage.setItem("thing", "nor this");
  readStored(storage, "thing", 1, same);
  assert.deepEqual(listUnreadable(storage), { thing: "not json\nnor this" });
});

test("a full storage is told, and not thrown", () => {
  const storage = new MemoryStorage();
  storage.isFull = true;
  assert.equal(writeStored(storage, "thing", 1, {}), false);
});

test("without a browser's storage there is one in memory that does the same", () => {
  const { storage, lasts } = openStorage();
  assert.equal(lasts, false);
  storage.setItem("thing", "not json");
  readStored(storage, "thing", 1, same);
  assert.deepEqual(listUnreadable(storage), { thing: "not json" });
});

const isWriter = () => true;
/** Each reader of structured values, with a value as stored on tablets and a damaged one. */
const PLACES = [
  {
    make: (storage) => new Outbox({ storage, key: "thing", isWriter }).entries.map(({ nonce }) => nonce),
    today: '{"entries":[{"nonce":"n1","body":{"type":"move","move":"c1E"},"at_ms":5,"seq":null,"refusal":null}],"refused":[]}',
    gives: ["n1"],
    empty: [],
    damaged: ["not json", "[]", '{"entries":[{"nonce":"n1"}]}', '{"entries":7}', '{"refused":[null]}'],
  },
  {
    make: (storage) => new Custody({ storage, key: "thing", isWriter }).epoch,
    today: '{"holder":"here","epoch":2,"n":7,"generation":1,"shift_ms":40}',
    gives: 2,
    empty: 0,
    damaged: ["{", '"here"', '{"epoch":"two"}'],
  },
  {
    make: (storage) => new ConfirmedLog({ storage, key: "thing" }).seq,
    today: '{"game":{"code":"g","rules":"","control":"5+3","first":"X","seats":2,"casual":false},"generation":1,"log":[]}',
    gives: 0,
    empty: 0,
    damaged: [
      "not json",
      "{}",
      "null",
      '{"game":{"code":"g","rules":"","control":"5+3","first":"X","seats":2},"generation":1,"log":[{"kind":"unheard-of","at_ms":1}]}',
    ],
  },
  {
    make: (storage) => new WriterLease({ storage, key: "thing", tab: "mine", wall: () => 5_000 }).check(),
    today: '{"tab":"another","at_ms":4000}',
    gives: false,
    empty: true,
    damaged: ["not json", "3"],
  },
  {
    key: "fiveline.table.settings",
    make: (storage) => new Settings(storage).get("left"),
    today: '{"left":true}',
    gives: true,
    empty: false,
    damaged: ["not json", '"left"', '{"languages":null}'],
  },
];

PLACES.forEach(({ key = "thing", make, today, gives, empty, damaged }, place) => {
  test(`place ${place}: what tablets have stored until now is read`, () => {
    const storage = storedAs(today, key);
    assert.deepEqual(make(storage), gives);
    assert.deepEqual(listUnreadable(storage), {});
  });

  test(`place ${place}: what cannot be read is set aside, and the place begins anew`, () => {
    for (const text of damaged) {
      const storage = storedAs(text, key);
      assert.deepEqual(make(storage), empty, text);
      assert.deepEqual(listUnreadable(storage), { [key]: text });
    }
  });
});
