import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Trouble } from "../../../common/connection/connection";
import { MAX_LISTS, MAX_PASTED, PRESETS } from "../../../common/wire";
import type { OfferedList } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { lobby } from "../../testing/views";
import { libraryToken } from "../memory";
import { SERVER_LIBRARY } from "./server-library";
import type { ServerLibrary } from "./server-library";
import { readTextFile } from "./text-file";

const HOSTILE = '<img src=x onerror="alert(1)">\u202Egnol & "so on" 🍋';

function list(changed: Partial<OfferedList> = {}): OfferedList {
  return { id: "a1", name: "Holidays", codenames: 30, yours: false, ...changed };
}

function trouble(code: Trouble["code"], problems: Trouble["problems"] = []): { error: Trouble } {
  return { error: { code, detail: "", problems, findings: [] } as Trouble };
}

/** A library that does what it is asked, and notes it. */
function shelf(lists: OfferedList[], changed: Partial<ServerLibrary> = {}): ServerLibrary {
  return {
    lists: () => Promise.resolve({ lists: [...lists], open: true }),
    text: (id) => Promise.resolve({ text: `# name: ${id}\nlemon\npiano\n` }),
    keep: ({ name }) => {
      lists.push(list({ id: "new", name, yours: true }));
      return Promise.resolve(list({ id: "new", name, yours: true }));
    },
    remove: (id) => {
      lists.splice(lists.findIndex((it) => it.id === id), 1);
      return Promise.resolve({ ok: true });
    },
    ...changed,
  };
}

describe("our words", () => {
  let phone: Bench;
  beforeEach(() => {
    phone = new Bench();
  });
  afterEach(() => phone.close());

  async function open(library: ServerLibrary, changed: Parameters<typeof lobby>[0] = {}): Promise<void> {
    phone.library = library;
    phone.inside("p1", { kind: "public", lobby: lobby({ games: 0, no_deal: null, settings: PRESETS.classic, ...changed }), game: null, marks: [] });
    phone.tap("rules-open");
    await phone.fetched();
  }

  it("are told of while they are fetched, and where there are none", async () => {
    phone.inside("p1", { kind: "public", lobby: lobby(), game: null, marks: [] });
    phone.tap("rules-open");
    expect(phone.text("library")).toContain("Fetching your lists");
    phone.close();
    phone = new Bench();
    await open(shelf([]));
    expect(phone.text("library")).toContain("No lists yet");
  });

  it("are not there where this server has no library, nor for guests", async () => {
    await open({ ...shelf([]), lists: () => Promise.resolve({ lists: [], open: false }) });
    expect(phone.find("library")).toBeNull();
    expect(phone.find("library-keep")).toBeNull();
    expect(phone.find("own-save")).not.toBeNull();
    phone.close();
    phone = new Bench();
    await open(shelf([list()]), { host: "p2" });
    expect(phone.find("library")).toBeNull();
  });

  it("can be asked for again when the server does not answer", async () => {
    let answers = false;
    const one = shelf([list()]);
    await open({ ...one, lists: () => (answers ? one.lists() : Promise.resolve(trouble("client/dropped"))) });
    expect(phone.text("library")).toContain("The server didn't answer");
    answers = true;
    phone.find("library")?.querySelector("button")?.click();
    await phone.fetched();
    expect(phone.text("library")).toContain("Our words (1)");
    expect(phone.find("library-trouble")).toBeNull();
  });

  it("go into the room by being pasted, and are mixed with the decks", async () => {
    await open(shelf([list()]), { house_words: 0 });
    phone.tap("list-use");
    await phone.fetched();
    expect(phone.sent).toMatchObject([{ name: "paste_words", fields: { text: "# name: a1\nlemon\npiano\n" } }]);
    await phone.accept();
    expect(phone.sent[1]).toMatchObject({ name: "change_settings", fields: { decks: ["en", "house"] } });
    await vi.waitFor(() => expect(phone.text("list-a1")).toContain("These words are in the mix now"));
  });

  it("say that they replace the room's own", async () => {
    await open(shelf([list()]), { house_words: 25, decks: ["en", "house"] });
    expect(phone.text("list-a1")).toContain("They replace the room's own words");
  });

  it("are shown to be copied, and saved as a file", async () => {
    await open(shelf([list()]));
    phone.tap("list-show");
    await phone.fetched();
    expect((phone.find("list-text") as HTMLTextAreaElement).value).toContain("lemon");
    expect(phone.find("list-file")?.getAttribute("href")).toBe("/library/a1.txt");
  });

  it("are deleted by the phone that kept them, when it is sure", async () => {
    await open(shelf([list(), list({ id: "b2", name: "Mine", yours: true })]));
    expect(phone.page.querySelectorAll("[data-testid=list-delete]")).toHaveLength(1);
    phone.tap("list-delete");
    phone.tap("list-delete-confirm");
    await phone.fetched();
    expect(phone.find("list-b2")).toBeNull();
    expect(phone.find("list-a1")).not.toBeNull();
  });

  it("that have gone meanwhile say so and go", async () => {
    const lists = [list()];
    await open(shelf(lists, { text: () => Promise.resolve(trouble("library/not_found")) }));
    lists.pop();
    phone.tap("list-use");
    await phone.fetched();
    expect(phone.sent).toEqual([]);
    expect(phone.find("list-a1")).toBeNull();
    expect(phone.text("library")).toContain("This list has been deleted");
  });

  it("are kept under a name", async () => {
    const lists: OfferedList[] = [];
    await open(shelf(lists));
    expect(phone.isHeld("library-keep")).toBe(true);
    phone.type("own-text", "lemon\npiano");
    phone.type("library-name", "Holidays");
    phone.tap("library-keep");
    await phone.fetched();
    expect(phone.text("library-kept")).toBe("Kept: Holidays");
    expect(phone.text("library")).toContain("Our words (1)");
    expect((phone.find("own-text") as HTMLTextAreaElement).value).toContain("lemon");
  });

  it("have the name that stands above them, where somebody shared them as text", async () => {
    await open(shelf([]));
    phone.type("own-text", "# name: Holidays\nlemon");
    expect((phone.find("library-name") as HTMLInputElement).value).toBe("Holidays");
    phone.type("own-text", "# name: Others\nlemon");
    expect((phone.find("library-name") as HTMLInputElement).value).toBe("Holidays");
  });

  it("that are refused say why, line by line, and nothing that was typed is lost", async () => {
    const problems = [{ line: 2, codename: "lemon", reason: "duplicate", other: "lemon" }] as const;
    const answers = [trouble("room/words_refused", problems), trouble("library/too_many"), trouble("client/dropped")];
    await open(shelf([], { keep: () => Promise.resolve(answers.shift() ?? trouble("server/fault")) }));
    phone.type("own-text", "lemon\nlemon");
    phone.type("library-name", "Holidays");
    phone.tap("library-keep");
    await phone.fetched();
    expect(phone.text("own-problems")).toContain("Line 2:");
    for (const said of ["three lists an hour", "The server didn't answer"]) {
      phone.tap("library-keep");
      await phone.fetched();
      expect(phone.text("library-trouble")).toContain(said);
    }
    expect((phone.find("library-name") as HTMLInputElement).value).toBe("Holidays");
    expect((phone.find("own-text") as HTMLTextAreaElement).value).toBe("lemon\nlemon");
  });

  it("are as many as the server keeps, then no more are offered to be kept", async () => {
    await open(shelf(Array.from({ length: MAX_LISTS }, (_, n) => list({ id: `a${n}` }))));
    expect(phone.find("library-keep")).toBeNull();
    expect(phone.page.textContent).toContain("50 lists at most");
  });

  it("are data, whatever their names hold", async () => {
    await open(shelf([list({ name: HOSTILE })]));
    expect(phone.find("list-a1")?.querySelector("bdi")?.textContent).toBe(HOSTILE);
    expect(phone.page.querySelector("img[src=x]")).toBeNull();
    phone.type("own-text", "lemon");
    phone.type("library-name", HOSTILE.slice(0, 40));
    phone.tap("library-keep");
    await phone.fetched();
    expect(phone.text("library-kept")).toContain(HOSTILE.slice(0, 40));
  });

  it("come out of a file of somebody's", async () => {
    await open(shelf([]));
    const choose = async (file: File): Promise<void> => {
      const field = phone.find("own-file") as HTMLInputElement;
      Object.defineProperty(field, "files", { value: [file], configurable: true });
      field.dispatchEvent(new Event("change", { bubbles: true }));
      await vi.waitFor(() => phone.fetched());
    };
    await choose(new File(["# name: Holidays\nlemon\n"], "x.txt"));
    await vi.waitFor(() => expect((phone.find("library-name") as HTMLInputElement).value).toBe("Holidays"));
    expect((phone.find("own-text") as HTMLTextAreaElement).value).toContain("lemon");
    await choose(new File(["x".repeat(MAX_PASTED + 1)], "x.txt"));
    await vi.waitFor(() => expect(phone.text("own-problems")).toContain("The text is too large"));
  });
});

describe("a text file", () => {
  it.each([
    ["# name: Our words\nlemon", "Our words"],
    ["\uFEFF#name:  Ours \r\nlemon", "Ours"],
    ["lemon\npiano", "words of.ours"],
  ])("has a name of its own: %j", async (text, name) => {
    expect((await readTextFile(new File([text], "words of.ours.txt"))).name).toBe(name);
  });
});

describe("the server's library", () => {
  afterEach(() => vi.unstubAllGlobals());

  const answering = (answer: () => Promise<Response>): ReturnType<typeof vi.fn> => {
    const fetching = vi.fn(answer);
    vi.stubGlobal("fetch", fetching);
    return fetching;
  };

  it("is shown the token of this browser, always the same", async () => {
    const fetching = answering(() => Promise.resolve(new Response('{"ok":true}')));
    await SERVER_LIBRARY.lists();
    await SERVER_LIBRARY.remove("../a b");
    const shown = fetching.mock.calls.map(([, how]) => (how as { headers: Record<string, string> }).headers["Authorization"]);
    expect(new Set(shown)).toEqual(new Set([`Bearer ${libraryToken()}`]));
    expect(fetching.mock.calls.map(([path]) => path as string)).toEqual(["/library", "/library/..%2Fa%20b"]);
  });

  it("answers a refusal as it is, and anything else as no answer", async () => {
    answering(() => Promise.resolve(new Response(JSON.stringify(trouble("library/full").error), { status: 409 })));
    expect(await SERVER_LIBRARY.keep({ name: "x", text: "y" })).toEqual(trouble("library/full"));
    for (const answer of [() => Promise.reject(new Error("offline")), () => Promise.resolve(new Response("<p>502", { status: 502 }))]) {
      answering(answer);
      expect(await SERVER_LIBRARY.text("a1")).toEqual(trouble("client/dropped"));
    }
  });
});
