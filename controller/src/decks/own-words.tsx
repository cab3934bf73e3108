/** The host's own word list: pasted, checked by the server, mixed with the decks. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { bytesOf } from "../../../common/connection/socket";
import { LONGEST_LIST_NAME, MAX_PASTED, OWN_WORDS } from "../../../common/wire";
import type { Problem } from "../../../common/wire";
import { KeepList } from "../library/keep-list";
import { KeptLists } from "../library/kept-lists";
import { nameIn, readTextFile } from "../library/text-file";
import { useLibrary } from "../library/use-library";
import type { Setup } from "../setup";
import { useUi } from "../ui";
import { busy } from "../view";

const MOST_SHOWN = 40;

/** As the server would say it. */
const TOO_LARGE: Problem = { line: 0, codename: "", reason: "too_large", other: "" };

interface Props {
  setup: Setup;
  count: number;
  change(changed: Partial<Setup>): void;
}

export function OwnWords({ setup, count, change }: Props): JSX.Element {
  const { state, dispatch, phone, words } = useUi();
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [name, setName] = useState("");
  const library = useLibrary();
  const others = setup.decks.filter((deck) => deck !== OWN_WORDS);
  const paste = async (pasted: string): Promise<boolean> => {
    const answer = await phone.send("paste_words", { text: pasted });
    if ("error" in answer) {
      setProblems(answer.error.problems);
      return false;
    }
    dispatch({ type: "trouble", trouble: null });
    setProblems([]);
    if (others.length === setup.decks.length) change({ decks: [...others, OWN_WORDS] });
    return true;
  };
  const save = async (): Promise<void> => {
    if (bytesOf(text) > MAX_PASTED) setProblems([TOO_LARGE]);
    else await paste(text);
  };
  const open = async (file: File): Promise<void> => {
    if (file.size > MAX_PASTED) return setProblems([TOO_LARGE]);
    const read = await readTextFile(file);
    setProblems([]);
    setText(read.text);
    setName(read.name.slice(0, LONGEST_LIST_NAME));
  };
  const remove = (): void => {
    if (others.length === 0) return;
    change({ decks: others });
    void phone.send("paste_words", { text: "" });
  };
  return (
    <>
      <details class="own-words">
        <summary>{words.say("own")}</summary>
        <label class="field">
          <span class="field-name">{words.say("own.paste")}</span>
          <textarea
            rows={6}
            data-testid="own-text"
            value={text}
            spellcheck={false}
            onInput={(event) => {
              setText(event.currentTarget.value);
              if (name === "") setName(nameIn(event.currentTarget.value).slice(0, LONGEST_LIST_NAME));
            }}
          />
        </label>
        <label class="button open-file">
          <input
            type="file"
            class="hidden-text"
            accept=".txt,text/plain"
            data-testid="own-file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) void open(file);
            }}
          />
          {words.say("library.open")}
        </label>
        <Problems problems={problems} />
        <div class="pair">
          <button
            type="button"
            data-testid="own-save"
            disabled={text.trim() === "" || busy(state, "paste_words")}
            onClick={() => void save()}
          >
            {words.say("own.save")}
          </button>
          {count > 0 && (
            <button type="button" class="danger" disabled={others.length === 0} onClick={remove}>
              {words.say("own.remove", { n: count })}
            </button>
          )}
        </div>
        <KeepList library={library} text={text} name={name} setName={setName} setProblems={setProblems} />
      </details>
      <KeptLists library={library} replaces={count > 0} use={paste} />
    </>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }): JSX.Element | null {
  const { words } = useUi();
  if (problems.length === 0) return null;
  const more = problems.length - MOST_SHOWN;
  return (
    <ul class="problems" data-testid="own-problems">
      {problems.slice(0, MOST_SHOWN).map((problem, index) => (
        <li key={index}>
          {problem.line > 0 && <strong>{words.say("own.line", { line: problem.line })}</strong>}{" "}
          {words.say(`problem.${problem.reason}`, { word: problem.codename, other: problem.other })}
        </li>
      ))}
      {more > 0 && <li>{words.say("own.more", { n: more })}</li>}
    </ul>
  );
}
