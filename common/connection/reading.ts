/**
 * From what the server sends to the interfaces of `wire.ts`: rows get the names of their fields, and
 * what was left out its meaning. What these are, the table `SHAPES` says.
 */

import { SHAPES } from "../wire";
import type { Message, Shape } from "../wire";

type Fields = Record<string, unknown>;

type Shapes = Readonly<Record<string, Shape>>;

export function readMessage(sent: unknown): Message {
  return whole(sent, "Message", SHAPES) as Message;
}

/** What is sent in this shape, which is one of `more`, or in one of those of messages. */
export function readAs(sent: unknown, shape: string, more: Shapes): unknown {
  return whole(sent, shape, { ...SHAPES, ...more });
}

function whole(sent: unknown, shape: string, shapes: Shapes): unknown {
  if (sent === null || sent === undefined) return sent;
  const { row, absent, parts, lists } = shapes[shape]!;
  const all: Fields = { ...absent, ...(row === undefined ? sent : named(row, sent as unknown[])) };
  for (const field in parts) if (field in all) all[field] = whole(all[field], parts[field]!, shapes);
  for (const field in lists) {
    const list = all[field] as unknown[] | undefined;
    all[field] = list?.map((item) => whole(item, lists[field]!, shapes));
  }
  return all;
}

function named(row: readonly string[], values: unknown[]): Fields {
  const all: Fields = {};
  row.forEach((name, i) => (all[name] = values[i]));
  return all;
}
