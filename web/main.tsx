import { render } from "preact";
import "./styles/face.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/figures.css";
import { App } from "./routes.tsx";

const place = document.getElementById("app");
if (place) render(<App />, place);
