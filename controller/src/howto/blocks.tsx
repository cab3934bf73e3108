/** How each kind of block looks. */
import type { ComponentChildren, JSX } from "preact";
import { Shape } from "../../../common/shapes";
import { EVERY_IDENTITY } from "../../../common/wire";
import type { Identity } from "../../../common/wire";
import { key, useUi } from "../ui";
import { ruleId, useBook } from "./book";
import { textOf, VALUES } from "./content";
import type { Block, Rule, RuleBlock } from "./content";
import { laterValue, rulesThatCount } from "./house";
import { Earned, Examples, PlayTold } from "./tables";

export function Blocks({ blocks }: { blocks: readonly Block[] }): JSX.Element {
  return (
    <>
      {blocks.map((block, at) => (
        <One key={at} block={block} />
      ))}
    </>
  );
}

function One({ block }: { block: Block }): JSX.Element {
  const { say } = useBook();
  switch (block.kind) {
    case "text":
      return <p>{say(block.text)}</p>;
    case "heading":
      return <h4>{say(block.text)}</h4>;
    case "list":
      return (
        <ul class="points">
          {block.texts.map((text) => (
            <li key={text}>{say(text)}</li>
          ))}
        </ul>
      );
    case "terms":
      return (
        <dl>
          {block.texts.map((text) => (
            <div key={text} class="term">
              <dt>{say(text)}</dt>
              <dd>{say(textOf(text, "text"))}</dd>
            </div>
          ))}
        </dl>
      );
    case "identities":
      return <Identities prefix={block.prefix} />;
    case "rule":
      return <HouseRule block={block} />;
    case "play":
      return <PlayTold play={block.play} />;
    case "earned":
      return <Earned />;
    case "examples":
      return <Examples />;
    case "house":
      return <AtAGlance />;
  }
}

export function Mark(): JSX.Element {
  const { say } = useBook();
  return <span class="here">{say("mark")}</span>;
}

/** An identity's shape with its letter, as on the cards. */
export function Sign({ identity }: { identity: Identity }): JSX.Element {
  const { words } = useUi();
  return <Shape identity={identity} letter={words.say(key("letter", identity))} />;
}

function Identities({ prefix }: { prefix: string }): JSX.Element {
  const { say } = useBook();
  return (
    <ul class="identities">
      {EVERY_IDENTITY.map((identity) => (
        <li key={identity}>
          <Sign identity={identity} />
          <span>{say(textOf(prefix, identity))}</span>
        </li>
      ))}
    </ul>
  );
}

/** The sentence that holds, marked where this is a room's; the others folded. */
function HouseRule({ block }: { block: RuleBlock }): JSX.Element {
  const { house, say } = useBook();
  const { rule } = block;
  const value = house.settings[rule];
  const others = VALUES[rule].filter((other) => other !== value);
  const own = block.prefix === undefined ? { id: ruleId(rule), tabIndex: -1 } : {};
  return (
    <div class={`rule${house.where === "usual" ? "" : " is-ours"}`} data-testid={`rule-${rule}`} {...own}>
      <Variant block={block} value={value}>
        {house.where !== "usual" && <Mark />}
      </Variant>
      <Later rule={rule} />
      <details>
        <summary>{say("others")}</summary>
        {others.map((other) => (
          <Variant key={other} block={block} value={other} />
        ))}
      </details>
    </div>
  );
}

function Variant(props: { block: RuleBlock; value: string; children?: ComponentChildren }): JSX.Element {
  const { say } = useBook();
  const { block, value, children } = props;
  const { rule, prefix = textOf("set", rule) } = block;
  return (
    <div class="variant" data-value={value}>
      {children}
      <p class="variant-name">
        {say(textOf("set", rule))}: {say(textOf("set", rule, value))}
      </p>
      <p>{say(textOf(prefix, value, "text"))}</p>
      <Blocks blocks={block.more?.[value] ?? []} />
    </div>
  );
}

function Later({ rule }: { rule: Rule }): JSX.Element | null {
  const { house, say } = useBook();
  const value = laterValue(house, rule);
  if (value === null) return null;
  return <p class="later">{say("later", { value: say(textOf("set", rule, value)) })}</p>;
}

/** Every house rule with the value that holds; each leads to where it is explained. */
function AtAGlance(): JSX.Element {
  const { house, say, find } = useBook();
  return (
    <>
      <p>{say(textOf("house", house.where))}</p>
      <ul class="glance">
        {rulesThatCount(house).map((rule) => (
          <li key={rule}>
            <button type="button" data-testid={`glance-${rule}`} onClick={() => find(rule)}>
              <span>{say(textOf("set", rule))}</span>
              <strong>{say(textOf("set", rule, house.settings[rule]))}</strong>
            </button>
            <Later rule={rule} />
          </li>
        ))}
      </ul>
    </>
  );
}
