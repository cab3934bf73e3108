"""Looks a page over as an eye would: what is cut off, too small, too near the edge, on top of
something else. The scripts run in Chromium 70, too.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from playwright.sync_api import Page

import browsers
from gallery.states import Page as Which

SAFE = 0.05
"""Televisions may cut off this share of the picture at each edge."""

SMALLEST_TEXT = 0.032
"""Of the screen's height, or of 9/16 of its width where that is less; whatever is written."""

SMALLEST_TARGET = 44
"""CSS pixels, each way."""

SMALLEST_FIELD = 16
"""CSS pixels of its letters: an iPhone enlarges the page under a smaller one."""

SMALLEST_CODENAME = 6.5
"""CSS pixels of its letters, however long it is and however narrow the phone."""

COVERED: dict[Which, dict[str, str]] = {
    "phone": {
        "sheet-next": "somebody opens what the next game is set up with, and closes it",
        "sheet-next-held": "the same",
        "sheet-rules-playing": "somebody opens the house rules, and closes them",
        "sheet-rules-read": "the same",
        "sheet-book": "somebody opens the book of the evening, and closes it",
        "sheet-book-page": "the same",
        "sheet-book-page-longest": "the same",
        "coach": "a spymaster opens how a stranger would see the clue, and closes it",
        "ideas": "a spymaster opens ideas for clues, and closes them",
        "coach-waits": "the same while they are thought of",
    },
    "tv": {
        "sweep": "the turn's colour passes over the table for less than a second; nobody taps here",
        "dark": "the assassin: the other cards have fallen away",
        "finale": "the end: the winners' emblem, before the board is looked back upon",
        "finale-longest": "the end",
        "coop-lost-longest": "the end",
        "duet-lost-longest": "the end",
    },
}
"""Where something lies over the board, and why it may. Nowhere else anything does."""


WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")


class Evaluates(Protocol):
    """A page of any driver."""

    def evaluate(self, expression: str, /) -> Any:
        """The value of an expression; a function is called."""


_TOOLS = """
  const found = [], texts = [];
  const over = '.curtain, .sweep, .dark, .announcement, .offline, .top';
  const W = innerWidth, H = innerHeight, page = document.scrollingElement;
  const unheard = '.hidden, .hidden-text, [hidden], details:not([open]) > :not(summary)';

  // The part of a box that the elements around leave to be seen, and what cuts the rest off.
  function seen(element, { left, top, right, bottom }) {
    const part = { left, top, right, bottom, by: null };
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, position, textOverflow } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (overflowX !== 'visible') {
        const cuts = left < edge.left - 1 || right > edge.right + 1;
        if (cuts && overflowX === 'hidden' && textOverflow !== 'ellipsis') part.by = up;
        part.left = Math.max(part.left, edge.left);
        part.right = Math.min(part.right, edge.right);
        if (cuts && textOverflow === 'ellipsis') left = edge.left, right = edge.right;
      }
      if (overflowY !== 'visible') {
        part.top = Math.max(part.top, edge.top);
        part.bottom = Math.min(part.bottom, edge.bottom);
      }
      if (position === 'fixed') break;
    }
    part.width = part.right - part.left;
    part.height = part.bottom - part.top;
    return part.width > 1 && part.height > 1 ? part : null;
  }

  // What a tap goes through can be seen all the same, and so can a page that a sheet makes inert.
  function asSeen(look) {
    const sheet = document.styleSheets[0];
    const rule = sheet.insertRule('* { pointer-events: auto !important }', sheet.cssRules.length);
    const inert = Array.from(document.querySelectorAll('[inert]'));
    for (const each of inert) each.removeAttribute('inert');
    look();
    for (const each of inert) each.setAttribute('inert', '');
    sheet.deleteRule(rule);
  }

  // Whether nothing lies over it at this point that can't be looked through.
  function isSeen(element, x, y) {
    for (const each of document.elementsFromPoint(x, y)) {
      if (each === element) return true;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
      const full = backgroundImage !== 'none' || /^rgb\\(/.test(backgroundColor);
      if (full && opacity === '1') return false;
    }
    return false;
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement, text = node.data.trim();
    if (!text || parent.closest(unheard) || parent.closest('option, script')) continue;
    if (getComputedStyle(parent).visibility === 'hidden') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const box = seen(parent, line);
      if (box === null) continue;
      texts.push({ parent, box, text });
      if (box.by !== null) found.push(`"${text}" is cut off by .${box.by.className}`);
    }
  }
  const inside = (box, left, top, right, bottom) =>
    box.left >= left - 1 && box.top >= top - 1 &&
    box.right <= right + 1 && box.bottom <= bottom + 1;
  // A text's box is taller than its letters.
  const core = ({ box }, share) => ({
    left: box.left + 1, right: box.right - 1,
    top: box.top + box.height * share, bottom: box.bottom - box.height * share,
  });
  const told = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(',');
  for (const card of document.querySelectorAll('[data-testid^="card-"]')) {
    const edge = card.getBoundingClientRect();
    if (card.scrollWidth > card.clientWidth || card.scrollHeight > card.clientHeight)
      found.push(`${card.textContent}: more than the card holds`);
    for (const { box, text } of texts.filter(({ parent }) => card.contains(parent)))
      if (box.left < edge.left || box.right > edge.right)
        found.push(`"${text}" is wider than its card`);
  }
  for (const each of texts) each.core = core(each, 0.25);
  const pairs = [];
  texts.forEach((one, at) => texts.slice(at + 1).forEach((other) => {
    const a = one.core, b = other.core;
    if (one.parent === other.parent) return;
    const left = Math.max(a.left, b.left), right = Math.min(a.right, b.right);
    const top = Math.max(a.top, b.top), bottom = Math.min(a.bottom, b.bottom);
    if (left >= right || top >= bottom) return;
    const lies = `"${one.text}" lies over "${other.text}"`;
    if (layer(one.parent) === layer(other.parent)) found.push(lies);
    else pairs.push({ one, other, x: (left + right) / 2, y: (top + bottom) / 2, lies });
  }));
  if (!covered)
    asSeen(() => {
      for (const { one, other, x, y, lies } of pairs)
        if (isSeen(one.parent, x, y) && isSeen(other.parent, x, y)) found.push(lies);
      document.querySelectorAll('[data-testid^="card-"]').forEach(onTop);
    });
  // In its middle and near its corners nothing but the card itself, as far as it is in view.
  function onTop(card) {
    const { left, top, right, bottom } = card.getBoundingClientRect(), far = 6;
    const places = [[(left + right) / 2, (top + bottom) / 2]];
    for (const x of [left + far, right - far])
      for (const y of [top + far, bottom - far]) places.push([x, y]);
    for (const [x, y] of places) {
      const box = seen(card, { left: x - 1, top: y - 1, right: x + 1, bottom: y + 1 });
      const over = document.elementFromPoint(x, y);
      if (box === null || over === null || card.contains(over)) continue;
      found.push(`${card.textContent} lies under ${over.outerHTML.slice(0, 120)}`);
      return;
    }
  }
  // What stays in its place while the page is scrolled, or is meant to lie over the rest.
  function layer(element) {
    for (let up = element; up; up = up.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(up).position) || up.matches(over)) return up;
    return null;
  }
"""

_TV = (
    "(function (covered, safe, smallest) {"
    + _TOOLS
    + """
  if (page.scrollWidth > W || page.scrollHeight > H) found.push('the page can be scrolled');
  // What rises over the lower edge for a moment may be cut off there.
  const lasting = texts.filter(({ parent }) => !parent.closest('.reactions'));
  const places = lasting.map((each) => [core(each, 0.15), each.text]);
  for (const drawn of document.querySelectorAll('img, svg'))
    if (!drawn.closest(unheard)) {
      const box = seen(drawn.parentElement, drawn.getBoundingClientRect());
      if (box !== null) places.push([box, drawn.outerHTML]);
    }
  for (const [box, what] of places)
    if (box.right > box.left && !inside(box, W * safe, H * safe, W * (1 - safe), H * (1 - safe)))
      found.push(`${told(box)} is too near the edge: ${what}`);
  const news = document.querySelector('.announcement > span');
  const join = document.querySelector('.footer img + .footer-join');
  if (news && join) {
    const [{ top }, { bottom }] = [news.getBoundingClientRect(), join.getBoundingClientRect()];
    if (top < bottom - 1) found.push('the news lie over the address');
  }
  // A narrower screen than an old television's counts its width.
  const height = W * 3 >= H * 4 ? H : W * 9 / 16;
  for (const { parent, text } of texts) {
    const size = parseFloat(getComputedStyle(parent).fontSize);
    // WWWWW is no word, nor are forty letters one.
    const possible = !/^(.)\\1+$/i.test(text) && !/\\S{31}/.test(text) && !parent.closest('svg');
    // A codename, or a clue, is as large as the width of its card allows.
    const unit = parent.closest('.board, .slip-word') ? Math.min(H, W * 9 / 16) : height;
    if (possible && size < smallest * unit - 0.1) found.push(`${text}: ${size}px is too small`);
  }
  return found;
})"""
)

_PHONE = (
    "(function (covered, target, smallest, codename) {"
    + _TOOLS
    + """
  for (const word of document.querySelectorAll('[data-testid^="card-"] .card-word')) {
    const size = parseFloat(getComputedStyle(word).fontSize), text = word.textContent;
    if (size < codename && !/^(.)\\1+$/i.test(text)) found.push(`${text}: letters of ${size} px`);
  }
  // A phone shows a page that is too wide smaller: `innerWidth` grows with it.
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide`);
  for (const each of document.querySelectorAll('body *')) {
    const scrolls = /auto|scroll/.test(getComputedStyle(each).overflowX);
    if (scrolls && each.scrollWidth > each.clientWidth + 1)
      found.push(`.${each.className} can be scrolled sideways`);
  }
  for (const { box, text } of texts)
    if (box.left < 0 || box.right > W) found.push(`"${text}" goes beyond the edge: ${told(box)}`);
  const targets = Array.from(document.querySelectorAll(
    'button, a[href], input, select, textarea, summary, [role=button]'
  )).filter((each) => each.getClientRects().length > 0 && !each.closest(`[inert], ${unheard}`));
  const boxes = targets.map((each) => {
    const label = each.matches('input[type=radio], input[type=checkbox]') && each.closest('label');
    return { each: label || each, box: (label || each).getBoundingClientRect() };
  });
  const visible = boxes.map(({ each, box }) => ({ each, box: seen(each.parentElement, box) }))
    .filter(({ box }) => box !== null);
  for (const field of document.querySelectorAll('input, select, textarea'))
    if (parseFloat(getComputedStyle(field).fontSize) < smallest)
      found.push(`${field.outerHTML.slice(0, 120)}: letters under ${smallest} px`);
  for (const { each, box } of boxes) {
    if (box.width < target - 0.5 || box.height < target - 0.5)
      found.push(`${each.outerHTML.slice(0, 120)}: ${box.width} × ${box.height}`);
    if (each.scrollWidth > each.clientWidth + 1 && !each.matches('input, select, textarea'))
      found.push(`${each.outerHTML.slice(0, 120)}: text is cut off`);
  }
  visible.forEach((one, at) => visible.slice(at + 1).forEach((other) => {
    if (one.each.contains(other.each) || other.each.contains(one.each)) return;
    if (layer(one.each) !== layer(other.each)) return;
    const a = one.box, b = other.box;
    if (a.left < b.right - 1 && b.left < a.right - 1 &&
        a.top < b.bottom - 1 && b.top < a.bottom - 1)
      found.push(`${one.each.textContent} lies over ${other.each.textContent}`);
  }));
  return found;
})"""
)


def faults_on_tv(evaluate: Callable[[str], Any], *, covered: bool = True) -> list[str]:
    """What is wrong with the picture on a television; `evaluate` is the page's.

    `covered`: something may lie over the board, and over what else is in a layer below it.
    """
    found: list[str] = evaluate(f"{_TV}({json.dumps(covered)}, {SAFE}, {SMALLEST_TEXT})")
    return found


def faults_on_phone(page: Evaluates, *, covered: bool = True) -> list[str]:
    """What is wrong with the picture on a phone; `covered` as on a television."""
    sizes = f"{SMALLEST_TARGET}, {SMALLEST_FIELD}, {SMALLEST_CODENAME}"
    found: list[str] = page.evaluate(f"{_PHONE}({json.dumps(covered)}, {sizes})")
    return found


def broken_words(page: Page) -> list[str]:
    """Words that go on in the next line: a reader of large letters has to put them together."""
    found: list[str] = page.evaluate(
        """() => {
          const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const node = walker.currentNode, parent = node.parentElement;
            if (parent.closest('.hidden-text, [hidden], option, script, .address')) continue;
            if (parent.closest('details:not([open]) > :not(summary)')) continue;
            for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
              const possible = word.length <= 20;  // longer are addresses, and two words in one
              if (lines.size > 1 && possible && !/[-\u2010]/.test(word))
                found.push(`"${word}" is broken`);
            }
          }
          return found;
        }"""
    )
    return found


def barriers(page: Evaluates, rules: Sequence[str] | None = None) -> list[str]:
    """The violations that axe-core finds: of WCAG 2.2 A and AA, or of these rules only."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((browsers.PACKED / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    only = {"type": "rule", "values": rules} if rules else {"type": "tag", "values": WCAG}
    options = json.dumps({"runOnly": only, "resultTypes": ["violations"]})
    result = page.evaluate(f"axe.run({options})")
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
