// Puts the functions of a WebAssembly module that look alike beside one another: what was there before costs a compressed file next to nothing,
// but it sees only 32 kB back. The order of its functions means nothing to a module.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { run } from "./process.mjs";

/** Functions are alike when they have pieces of this many bytes in common. */
const pieceLength = 6;
/** A piece that more functions than this have says nothing. */
const mostHolders = 60;
/** How many bytes of functions the next one is compared with: half of what gzip sees, since what they have in common may stand anywhere in them. */
const reach = 16_000;

/** @param {Uint8Array} body @returns {Set<number>} a number for each different piece */
function piecesOf(body) {
  const pieces = new Set();
  for (let start = 0; start + pieceLength <= body.length; start += 1) {
    let piece = 0;
    for (let at = start; at < start + pieceLength; at += 1) piece = (Math.imul(piece, 31) + (body[at] ?? 0) * 7 + 1) | 0;
    pieces.add(piece);
  }
  return pieces;
}

/** Which functions have a piece, for the pieces that tell something. @param {Set<number>[]} pieces */
function holdersOf(pieces) {
  /** @type {Map<number, number[]>} */
  const holders = new Map();
  pieces.forEach((some, index) => {
    for (const piece of some) {
      const those = holders.get(piece);
      if (those === undefined) holders.set(piece, [index]);
      else those.push(index);
    }
  });
  for (const [piece, { length }] of holders) if (length < 2 || length > mostHolders) holders.delete(piece);
  return holders;
}

/**
 * An order in which each function has, for its length, the most in common with those shortly before it.
 * @param {Uint8Array[]} bodies
 * @returns {number[]} the places of the bodies
 */
export function orderByLikeness(bodies) {
  const pieces = bodies.map(piecesOf);
  const holders = holdersOf(pieces);
  const telling = pieces.map((some) => [...some].filter((piece) => holders.has(piece)));
  /** How much each function has in common with those within reach; a rare piece counts more. Whole numbers, to be the same everywhere. */
  const common = bodies.map(() => 0);
  /** @type {Map<number, number>} how often each piece is within reach */
  const within = new Map();
  const count = (/** @type {number} */ index, /** @type {1 | -1} */ change) => {
    for (const piece of telling[index] ?? []) {
      const times = (within.get(piece) ?? 0) + change;
      within.set(piece, times);
      if (times !== (change === 1 ? 1 : 0)) continue;
      const those = holders.get(piece) ?? [];
      const weight = change * (100 - those.length);
      for (const other of those) common[other] = (common[other] ?? 0) + weight;
    }
  };
  const lengths = bodies.map(({ length }) => length);
  const left = new Set(bodies.keys());
  /** @type {number[]} */
  const order = [];
  let [next, first, distance] = [0, 0, 0]; // `first` and `distance`: where what is within reach begins, and its bytes.
  while (left.delete(next)) {
    order.push(next);
    count(next, 1);
    distance += lengths[next] ?? 0;
    for (; distance > reach && first < order.length - 1; first += 1) {
      const gone = order[first] ?? 0;
      count(gone, -1);
      distance -= lengths[gone] ?? 0;
    }
    let most = -1;
    for (const index of left) {
      const likeness = (common[index] ?? 0) / Math.sqrt((lengths[index] ?? 0) + 20);
      if (likeness > most) [most, next] = [likeness, index];
    }
  }
  return order;
}

/** Reads a number as WebAssembly writes it. @param {Uint8Array} bytes @param {number} at @returns {[value: number, end: number]} */
function readNumber(bytes, at) {
  let [value, scale, byte] = [0, 1, 0];
  do {
    byte = bytes[at++] ?? 0;
    value += (byte & 127) * scale;
    scale *= 128;
  } while (byte > 127);
  return [value, at];
}

/** @param {number} value @returns {number[]} */
const writeNumber = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...writeNumber(Math.floor(value / 128))]);

/** Where the content of a section begins. @param {Uint8Array} wasm @param {number} wanted the section's number */
function section(wasm, wanted) {
  for (let at = 8; at < wasm.length; ) {
    const [size, content] = readNumber(wasm, at + 1);
    if (wasm[at] === wanted) return content;
    at = content + size;
  }
  throw new Error(`The module has no section ${wanted}.`);
}

/** How many functions are imported; they come first in the count of functions. @param {Uint8Array} wasm */
function countImports(wasm) {
  const [count, first] = readNumber(wasm, section(wasm, 2));
  for (let [index, at] = [0, first]; index < count; index += 1) {
    for (const _ of ["module", "name"]) {
      const [length, start] = readNumber(wasm, at);
      at = start + length;
    }
    if (wasm[at] !== 0) throw new Error("The module imports something that is no function.");
    at = readNumber(wasm, at + 1)[1];
  }
  return count;
}

/** The functions' bodies. @param {Uint8Array} wasm @returns {Uint8Array[]} */
function bodiesOf(wasm) {
  let [count, at] = readNumber(wasm, section(wasm, 10));
  const bodies = [];
  for (; count > 0; count -= 1) {
    const [length, start] = readNumber(wasm, at);
    at = start + length;
    bodies.push(wasm.subarray(start, at));
  }
  return bodies;
}

/**
 * The module with names for its functions, which sort in the order given.
 * @param {Uint8Array} wasm
 * @param {number[]} order
 */
function named(wasm, order) {
  const imports = countImports(wasm);
  const width = String(order.length).length;
  const sized = (/** @type {number[]} */ bytes) => [...writeNumber(bytes.length), ...bytes];
  const text = (/** @type {string} */ letters) => sized([...Buffer.from(letters)]);
  const names = [...order.keys()]
    .toSorted((a, b) => (order[a] ?? 0) - (order[b] ?? 0))
    .flatMap((place, index) => [...writeNumber(imports + index), ...text(String(place).padStart(width, "0"))]);
  const functionNames = [1, ...sized([...writeNumber(order.length), ...names])];
  return Buffer.concat([wasm, Uint8Array.from([0, ...sized([...text("name"), ...functionNames])])]);
}

/** Orders a module's functions. @param {string} file @param {NodeJS.ProcessEnv} env */
export async function placeAlikeTogether(file, env) {
  const wasm = readFileSync(file);
  const withNames = `${file}.named`;
  writeFileSync(withNames, named(wasm, orderByLikeness(bodiesOf(wasm))));
  const optimiser = join(root, "node_modules", "binaryen", "bin", "wasm-opt");
  await run("node", [optimiser, "--reorder-functions-by-name", withNames, "-o", file], { env });
  rmSync(withNames);
}
