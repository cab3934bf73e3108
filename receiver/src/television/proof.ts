/**
 * How a page that was cast to a television says so: by the nonce in its address, which the server
 * exchanges for a token. It shows no more than any other screen for that.
 */

const KEPT = "undercast.tv.screen.";

/** Where storage is forbidden, the token is kept for as long as the page lives. */
const unkept: Record<string, string> = {};

/** What to say with `watch`. A nonce in the address is newer than any token. */
export function proof(room: string): { nonce?: string; screen?: string } {
  const nonce = new URLSearchParams(location.search).get("nonce");
  if (nonce !== null) return { nonce };
  const token = unkept[room] ?? kept(room);
  return token === null ? {} : { screen: token };
}

/** The server took the proof: from now on the token counts, also after a reload. */
export function keepProof(room: string, token: string): void {
  unkept[room] = token;
  try {
    localStorage.setItem(KEPT + room, token);
  } catch {
    // The page itself remembers.
  }
  history.replaceState(null, "", location.pathname);
}

function kept(room: string): string | null {
  try {
    return localStorage.getItem(KEPT + room);
  } catch {
    return null;
  }
}
