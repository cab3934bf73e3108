// A Cast device on the npm package castv2: the protocol as somebody else read it.
//
//   node castv2_peer.js ADDRESS CERTIFICATE KEY APP
//
// APP is the only app that it has: DashCast, or the Default Media Receiver. Prints a line when it
// listens, and each URL that it is told to open.

import fs from 'node:fs';
import castv2 from 'castv2';
import proto from 'castv2/lib/proto.js';

const [address, certificate, key, known] = process.argv.slice(2);
const server = new castv2.Server({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) });
const namespace = { '84912283': 'urn:x-cast:com.madmod.dashcast', CC1AD845: 'urn:x-cast:com.google.cast.media' }[known];
let app = null;
let sessions = 0;

const status = (requestId) => ({
  type: 'RECEIVER_STATUS',
  requestId,
  status: { applications: app ? [app] : [], volume: { level: 1, muted: false } },
});

const answers = {
  GET_STATUS: (data) => status(data.requestId),
  GET_APP_AVAILABILITY: (data) => ({
    responseType: 'GET_APP_AVAILABILITY',
    requestId: data.requestId,
    availability: Object.fromEntries(data.appId.map((id) => [id, id === known ? 'APP_AVAILABLE' : 'APP_UNAVAILABLE'])),
  }),
  LAUNCH: (data) => {
    if (data.appId !== known) return { type: 'LAUNCH_ERROR', requestId: data.requestId, reason: 'NOT_FOUND' };
    sessions += 1;
    app = {
      appId: data.appId,
      sessionId: `session-${sessions}`,
      transportId: `web-${sessions}`,
      displayName: 'an app',
      statusText: 'Application ready',
      namespaces: [{ name: namespace }],
    };
    return status(data.requestId);
  },
  STOP: (data) => {
    if (!app || data.sessionId !== app.sessionId) {
      return { type: 'INVALID_REQUEST', requestId: data.requestId, reason: 'INVALID_SESSION_ID' };
    }
    app = null;
    console.log('stopped');
    return status(data.requestId);
  },
  PING: () => ({ type: 'PONG' }),
};

server.on('message', (client, source, destination, spoken, text) => {
  const data = JSON.parse(text);
  if (spoken === namespace && app && destination === app.transportId) {
    console.log(data.media ? data.media.contentId : data.url);
    return;
  }
  const answer = answers[data.type]?.(data);
  if (answer) server.send(client, destination, source, spoken, JSON.stringify(answer));
});

// The package reads its messages' definitions while others may already speak to it.
function whenItKnowsItsWords(then) {
  try {
    proto.CastMessage.parse(Buffer.alloc(0));
  } catch (error) {
    if (String(error).includes('not loaded')) return setTimeout(whenItKnowsItsWords, 5, then);
  }
  return then();
}

whenItKnowsItsWords(() => server.listen(8009, address, () => console.log('listening')));
