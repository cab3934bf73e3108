// The same snapshot as in snapshot.py.
const words = Array.from({ length: 25 }, (_, i) => `CODENAME${i}`);

export const snapshot = (step) => ({
  audience: "public",
  n: step,
  step,
  phase: "guess",
  cards: words.map((codename, position) => ({
    position,
    codename,
    identity: position < 5 ? "red" : null,
    marks: [],
  })),
  clue: { word: "example", number: 3, left: 2 },
});
