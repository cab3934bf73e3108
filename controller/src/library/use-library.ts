/** The library as the phone knows it, while somebody looks at it. */
import { useCallback, useEffect, useState } from "preact/hooks";
import type { OfferedList } from "../../../common/wire";
import { useUi } from "../ui";
import { SERVER_LIBRARY } from "./server-library";
import type { ServerLibrary } from "./server-library";

export interface Library {
  /** `closed`: this server has no library. */
  status: "fetching" | "failed" | "closed" | "known";
  lists: readonly OfferedList[];
  server: ServerLibrary;
  look(): void;
}

export function useLibrary(): Library {
  const { state, phone } = useUi();
  const [found, setFound] = useState<Pick<Library, "status" | "lists">>({ status: "fetching", lists: [] });
  const { line } = state;
  const server = phone.library ?? SERVER_LIBRARY;
  const look = useCallback((): void => {
    void server.lists().then((answer) => {
      // What is known stays to be seen when the server does not answer.
      if ("error" in answer) setFound((known) => (known.status === "fetching" ? { ...known, status: "failed" } : known));
      else setFound({ status: answer.open ? "known" : "closed", lists: answer.lists });
    });
  }, [server]);
  useEffect(look, [look, line]);
  return { ...found, server, look };
}
