import { render } from "preact";
import "./styles/face.css";
import "./styles/tokens.css";
import "./styles/text.css";
import "./styles/controls.css";
import "./styles/frame.css";
import "./styles/figures.css";
import { App } from "./routes.tsx";

const place = document.getElementById("app");
if (place) render(<App />, place);
