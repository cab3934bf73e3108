/** What lasts: of what is over in a moment nothing has to be said. */
import { useEffect, useState } from "preact/hooks";

/** Whether this has been so for so many milliseconds; null is nothing. */
export function useLasts(what: string | null, milliseconds: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(what), what === null ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [what, milliseconds]);
  return what !== null && lasting === what;
}
