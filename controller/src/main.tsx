import { render } from "preact";

const page = document.getElementById("page");
if (page !== null) render(<h1>Undercast</h1>, page);
