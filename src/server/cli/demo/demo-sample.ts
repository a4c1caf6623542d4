/** The demo's project: a known brand, its competitors, and buyers' questions. */
export const sample = {
  name: "Demo: headphones",
  brand: "Sony",
  about: "headphones, earbuds and other consumer electronics",
  domain: "sony.com",
  competitors: [
    { name: "Bose", domain: "bose.com" },
    { name: "Sennheiser", domain: "sennheiser.com" },
    { name: "JBL", domain: "jbl.com" },
    { name: "Soundcore", aliases: ["Anker Soundcore"], domain: "soundcore.com" },
  ],
  prompts: [
    "What are the best noise cancelling headphones for flying?",
    "Which wireless earbuds have the best battery life?",
    "Best headphones under $200 for working from home?",
    "What headphones do audiophiles recommend for streaming?",
    "Which earbuds are most comfortable for running?",
    "Best over-ear headphones for long video calls?",
    "Which earbuds have the clearest microphone?",
    "What are good headphones for a student on a budget?",
  ],
  samples: 2,
};
