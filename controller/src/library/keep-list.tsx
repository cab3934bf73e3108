/** What was pasted is kept under a name, for all rooms of the server. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LONGEST_LIST_NAME, MAX_LISTS } from "../../../common/wire";
import type { Problem } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import { LibraryTrouble } from "./trouble";
import type { Library } from "./use-library";

interface Props {
  library: Library;
  text: string;
  name: string;
  setName(name: string): void;
  setProblems(problems: readonly Problem[]): void;
}

export function KeepList({ library, text, name, setName, setProblems }: Props): JSX.Element | null {
  const { words } = useUi();
  const [said, setSaid] = useState<"busy" | { kept: string } | { trouble: string } | null>(null);
  const { status, lists, server, look } = library;
  if (status === "closed") return null;
  if (lists.length >= MAX_LISTS) {
    return <p class="aside">{refusalText(words, "library/full")}</p>;
  }
  const keep = async (): Promise<void> => {
    setSaid("busy");
    setProblems([]);
    const answer = await server.keep({ name, text });
    if ("error" in answer) {
      setProblems(answer.error.problems);
      setSaid({ trouble: answer.error.code });
    } else {
      setSaid({ kept: answer.name });
      setName("");
    }
    look();
  };
  return (
    <div class="keep-list">
      <label class="field">
        <span class="field-name">{words.say("library.name")}</span>
        <input
          type="text"
          data-testid="library-name"
          value={name}
          maxLength={LONGEST_LIST_NAME}
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        class="wide"
        data-testid="library-keep"
        disabled={text.trim() === "" || name.trim() === "" || said === "busy"}
        onClick={() => void keep()}
      >
        {words.say("library.keep")}
      </button>
      <p role="status" data-testid="library-kept">
        {said !== null && said !== "busy" && "kept" in said && words.say("library.kept", { name: said.kept })}
      </p>
      {said !== null && said !== "busy" && "trouble" in said && <LibraryTrouble code={said.trouble} />}
    </div>
  );
}
