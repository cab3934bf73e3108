/** How each kind of block looks. */
import type { ComponentChildren, JSX } from "preact";
import { Sign } from "../basics/sign";
import { Pictures } from "../primer/pictures";
import { VALUES, rulesThatCount } from "../rules/house-rules";
import type { Rule } from "../rules/house-rules";
import { ruleId, useBook } from "./book";
import { RIVALS_PLAY_WITH, textOf } from "./content";
import type { Block, RuleBlock } from "./content";
import { Keys, Presets, Ratings } from "./games";
import { Here } from "./here";
import { isMoot, laterValue } from "./room-rules";
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
    case "steps":
      return (
        <ol class="steps">
          {block.texts.map((text) => (
            <li key={text}>{say(text)}</li>
          ))}
        </ol>
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
    case "pictures":
      return <InPictures />;
    case "examples":
      return <Examples />;
    case "house_rules":
      return <AtAGlance />;
    case "presets":
      return <Presets />;
    case "ratings":
      return <Ratings />;
    case "keys":
      return <Keys />;
    case "way":
      return <Way section={block.section} />;
  }
}

function InPictures(): JSX.Element {
  const { primer } = useBook();
  return <Pictures words={primer} mode="classic" />;
}

function Identities({ prefix }: { prefix: string }): JSX.Element {
  const { say } = useBook();
  return (
    <ul class="identities">
      {RIVALS_PLAY_WITH.map((identity) => (
        <li key={identity}>
          <Sign identity={identity} />
          <span>{say(textOf(prefix, identity))}</span>
        </li>
      ))}
    </ul>
  );
}

function Way({ section }: { section: string }): JSX.Element {
  const { say, open } = useBook();
  return (
    <button type="button" class="wide" data-testid={`way-${section}`} onClick={() => open(section)}>
      {say("way", { title: say(textOf("section", section)) })}
    </button>
  );
}

/** The sentence that holds, marked where this is a room's and counts; the others folded. */
function HouseRule({ block }: { block: RuleBlock }): JSX.Element {
  const { rules, say } = useBook();
  const { rule } = block;
  const value = rules.settings[rule];
  const others = VALUES[rule].filter((other) => other !== value);
  const moot = isMoot(rules, rule);
  const ours = rules.where !== "usual" && !moot;
  const own = block.prefix === undefined ? { id: ruleId(rule), tabIndex: -1 } : {};
  return (
    <div class={`rule${ours ? " is-ours" : ""}`} data-testid={`rule-${rule}`} {...own}>
      <Variant block={block} value={value}>
        {ours && <Here />}
      </Variant>
      {moot && <p class="later">{say("moot")}</p>}
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
        {say("label", { label: say(textOf("set", rule)), value: say(textOf("set", rule, value)) })}
      </p>
      <p>{say(textOf(prefix, value, "text"))}</p>
      <Blocks blocks={block.more?.[value] ?? []} />
    </div>
  );
}

function Later({ rule }: { rule: Rule }): JSX.Element | null {
  const { rules, say } = useBook();
  const value = laterValue(rules, rule);
  if (value === null) return null;
  return <p class="later">{say("later", { value: say(textOf("set", rule, value)) })}</p>;
}

/** Every house rule with the value that holds; each leads to where it is explained. */
function AtAGlance(): JSX.Element {
  const { rules, say, find } = useBook();
  return (
    <>
      <p>{say(textOf("house_rules", rules.where))}</p>
      <ul class="glance">
        {rulesThatCount(rules.settings).map((rule) => (
          <li key={rule}>
            <button type="button" data-testid={`glance-${rule}`} onClick={() => find(rule)}>
              <span>{say(textOf("set", rule))}</span>
              <strong>{say(textOf("set", rule, rules.settings[rule]))}</strong>
            </button>
            <Later rule={rule} />
          </li>
        ))}
      </ul>
    </>
  );
}
