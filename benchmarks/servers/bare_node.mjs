// Socket.IO's own server, by default.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { snapshot } from "./snapshot.mjs";

// Installed where nothing of it can get into the repository; taps.py says where.
const { Server } = createRequire(process.env.NODE_BENCH + "/")("socket.io");

const http = createServer();
const io = new Server(http);
io.on("connection", (socket) => {
  let room;
  socket.on("enter", (data, answer) => {
    room = data.room;
    socket.join(room);
    answer({ ok: true });
  });
  socket.on("tap", (data, answer) => {
    io.to(room).emit("view", snapshot(data.step));
    answer({ ok: true });
  });
});
http.listen(0, "127.0.0.1", () => console.log(http.address().port));
