/** "Our words": the lists that this server keeps, to be used, shared and deleted. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Trouble } from "../../../common/connection/connection";
import type { OfferedList } from "../../../common/wire";
import { Twice } from "../basics/twice";
import { useUi } from "../ui";
import { fileOf } from "./server-library";
import { LibraryTrouble } from "./trouble";
import type { Library } from "./use-library";

interface Props {
  library: Library;
  /** Whether the room has words of its own, which a list takes the place of. */
  replaces: boolean;
  /** Makes them the room's own words; whether that was done. */
  use(text: string): Promise<boolean>;
}

export function KeptLists({ library, replaces, use }: Props): JSX.Element | null {
  const { words } = useUi();
  const { status, lists, look } = library;
  const [gone, setGone] = useState(false);
  const lookForGone = (): void => {
    setGone(true);
    look();
  };
  if (status === "closed") return null;
  return (
    <details class="library" data-testid="library">
      <summary>
        {words.say("library")}
        {lists.length > 0 && ` (${lists.length})`}
      </summary>
      <p class="aside">{words.say("library.why")}</p>
      {status === "fetching" && <p class="hint">{words.say("library.fetching")}</p>}
      {status === "failed" && (
        <>
          <LibraryTrouble code="client/dropped" />
          <button type="button" class="wide" onClick={look}>
            {words.say("outside.again")}
          </button>
        </>
      )}
      {status === "known" && lists.length === 0 && <p class="hint">{words.say("library.empty")}</p>}
      {gone && <LibraryTrouble code="library/not_found" />}
      {lists.length > 0 && (
        <ul class="kept-lists">
          {lists.map((list) => (
            <KeptList key={list.id} list={list} library={library} replaces={replaces} use={use} gone={lookForGone} />
          ))}
        </ul>
      )}
    </details>
  );
}

interface RowProps extends Props {
  list: OfferedList;
  /** Somebody else deleted it. */
  gone(): void;
}

function KeptList({ list, library, replaces, use, gone }: RowProps): JSX.Element {
  const { words } = useUi();
  const { server, look } = library;
  const [text, setText] = useState<string | null>(null);
  const [said, setSaid] = useState<"busy" | "used" | { trouble: string } | null>(null);
  const failed = ({ code }: Trouble): void => {
    setSaid(code === "library/not_found" ? null : { trouble: code });
    if (code === "library/not_found") gone();
  };
  const fetched = async (then: (text: string) => void | Promise<void>): Promise<void> => {
    setSaid("busy");
    const found = await server.text(list.id);
    if ("error" in found) return failed(found.error);
    setSaid(null);
    await then(found.text);
  };
  const remove = async (): Promise<void> => {
    setSaid("busy");
    const answer = await server.remove(list.id);
    if ("error" in answer) failed(answer.error);
    else look();
  };
  return (
    <li>
      <details class="kept-list" data-testid={`list-${list.id}`}>
        <summary>
          <span class="kept-name">
            <bdi>{list.name}</bdi> <small>{words.say("library.words", { n: list.codenames })}</small>
          </span>
        </summary>
        <button
          type="button"
          class="wide"
          data-testid="list-use"
          disabled={said === "busy"}
          onClick={() => void fetched(async (found) => setSaid((await use(found)) ? "used" : null))}
        >
          {words.say("library.use")}
        </button>
        {replaces && said !== "used" && <p class="aside">{words.say("library.replaces")}</p>}
        <p role="status">{said === "used" && words.say("library.used")}</p>
        <div class="pair">
          <button type="button" data-testid="list-show" disabled={said === "busy"} onClick={() => void fetched(setText)}>
            {words.say("library.show")}
          </button>
          <a class="button" data-testid="list-file" href={fileOf(list.id)} download>
            {words.say("library.file")}
          </a>
        </div>
        {text !== null && (
          <textarea
            readOnly
            rows={6}
            data-testid="list-text"
            aria-label={list.name}
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        {list.yours && (
          <Twice
            testid="list-delete"
            class="wide danger"
            first={words.say("library.delete")}
            sure={words.say("library.delete.sure")}
            busy={said === "busy"}
            act={() => void remove()}
          />
        )}
        {said !== null && typeof said === "object" && <LibraryTrouble code={said.trouble} />}
      </details>
    </li>
  );
}
