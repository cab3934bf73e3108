/** What the phone says in English. */
import shared from "../../common/language/vocabulary/en.json";
import { wordsFrom } from "../../common/language/words";
import own from "../src/catalogs/en.json";
import inside from "../src/catalogs/inside/en.json";

export const english = wordsFrom("en", { ...shared, ...own, ...inside });
