/**
 * From what the server sends to the interfaces of `wire.ts`: rows get the names of their fields, and
 * what was left out its meaning. What these are, the table `SHAPES` says.
 */

import { SHAPES } from "../wire";
import type { Message } from "../wire";

type Fields = Record<string, unknown>;

export function readMessage(sent: unknown): Message {
  return whole(sent, "Message") as Message;
}

function whole(sent: unknown, shape: string): unknown {
  if (sent === null || sent === undefined) return sent;
  const { row, absent, parts, lists } = SHAPES[shape]!;
  const all: Fields = { ...absent, ...(row === undefined ? sent : named(row, sent as unknown[])) };
  for (const field in parts) if (field in all) all[field] = whole(all[field], parts[field]!);
  for (const field in lists) {
    const list = all[field] as unknown[] | undefined;
    all[field] = list?.map((item) => whole(item, lists[field]!));
  }
  return all;
}

function named(row: readonly string[], values: unknown[]): Fields {
  const all: Fields = {};
  row.forEach((name, i) => (all[name] = values[i]));
  return all;
}
