/** What the TV says in English. */
import shared from "../../languages/en/texts/shared.json";
import { wordsFrom } from "../../common/language/words";
import own from "../../languages/en/texts/tv.json";

export const english = wordsFrom("en", { ...shared, ...own });
