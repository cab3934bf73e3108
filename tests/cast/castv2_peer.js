// A Cast device on the npm package castv2: the protocol as somebody else read it.
//
//   node castv2_peer.js ADDRESS CERTIFICATE KEY
//
// Prints a line when it listens, and each URL that it is told to open.

import fs from 'node:fs';
import castv2 from 'castv2';

const [address, certificate, key] = process.argv.slice(2);
const server = new castv2.Server({ cert: fs.readFileSync(certificate), key: fs.readFileSync(key) });
const DASHCAST = 'urn:x-cast:com.madmod.dashcast';
let app = null;
let sessions = 0;

const status = (requestId) => ({
  type: 'RECEIVER_STATUS',
  requestId,
  status: { applications: app ? [app] : [], volume: { level: 1, muted: false } },
});

const answers = {
  GET_STATUS: (data) => status(data.requestId),
  LAUNCH: (data) => {
    sessions += 1;
    app = {
      appId: data.appId,
      sessionId: `session-${sessions}`,
      transportId: `web-${sessions}`,
      displayName: 'DashCast',
      statusText: 'Application ready',
      namespaces: [{ name: DASHCAST }],
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

server.on('message', (client, source, destination, namespace, text) => {
  const data = JSON.parse(text);
  if (namespace === DASHCAST && app && destination === app.transportId) {
    console.log(data.url);
    return;
  }
  const answer = answers[data.type]?.(data);
  if (answer) server.send(client, destination, source, namespace, JSON.stringify(answer));
});

server.listen(8009, address, () => console.log('listening'));
