/** What the phone says in English. */
import shared from "../../languages/en/texts/shared.json";
import { wordsFrom } from "../../common/language/words";
import own from "../../languages/en/texts/phone.json";
import inside from "../../languages/en/texts/phone-inside.json";

export const english = wordsFrom("en", { ...shared, ...own, ...inside });
