// Waits for one message of the game's server, {"type": "LOAD", "url": "http://…"}, and goes there.
// Written for Chrome 70 as it stands: nothing builds it.

"use strict";

const NAMESPACE = "urn:x-cast:undercast";

/** The address in a message; null if it has none that may be opened: anybody near can send one. */
function addressIn(message) {
  if (typeof message !== "object" || message === null || message.type !== "LOAD") return null;
  try {
    const address = new URL(message.url);
    return address.protocol === "http:" || address.protocol === "https:" ? address.href : null;
  } catch (error) {
    return null;
  }
}

/** In this page's place, not in a frame: a page of the home is http, and a frame of it is blocked.
 *  What holds the app on the screen from then on is the game's page. */
function hear(event) {
  const address = addressIn(event.data);
  if (address === null) say("What came is no address of a game.");
  else location.replace(address);
}

function say(text) {
  document.getElementById("said").textContent = text;
}

if (typeof cast === "undefined") {
  say("This page belongs on a Cast device. In a browser, open the address that a phone in the game shows.");
} else {
  const context = cast.framework.CastReceiverContext.getInstance();
  context.addCustomMessageListener(NAMESPACE, hear);
  context.start({
    customNamespaces: { [NAMESPACE]: cast.framework.system.MessageType.JSON },
    disableIdleTimeout: true, // the host may take a moment
    skipPlayersLoad: true, // nothing is played here
    statusText: "Undercast",
  });
}
