import type { Question } from "../engine.ts";
import { chance } from "./chance.ts";

/** Brands that nobody has, to appear beside the asker's own. */
const invented = [
  "Veltora",
  "Nuvello",
  "Quorbit",
  "Tarnwick",
  "Ostrelle",
  "Lumivant",
  "Halcyra",
  "Mirevo",
  "Kelbrook",
  "Fenwright",
  "Solvanta",
  "Pellamy",
];

export interface Named {
  name: string;
  domain: string | null;
}

/**
 * Who this answer names, best first. Each brand has a standing that depends only on seed and name; a prompt shifts it,
 * the same way in every sample, and a sample shifts it a little more. So brands differ, answers to one prompt resemble
 * each other, and no two runs are quite alike. A brand that the prompt itself names nearly always appears.
 */
export function namesFor({ prompt, sample, brands }: Question, seed: number): Named[] {
  const place = chance(seed, "invented", prompt);
  const brandNames = new Set(brands.map((brand) => brand.name.toLowerCase()));
  const others = place.shuffled(invented.filter((name) => !brandNames.has(name.toLowerCase())));
  const strangers = others.slice(0, 3 + place.index(3)).map((name) => ({ name, domain: null }));

  const lowerPrompt = prompt.toLowerCase();
  const ranked = [...brands, ...strangers].map((brand) => {
    const standing = (chance(seed, "standing", brand.name).next() - 0.4) * 2.6;
    const here = chance(seed, "prompt", prompt, brand.name).bell() * 0.9;
    const now = chance(seed, "sample", prompt, sample, brand.name).bell() * 0.6;
    const bonus = lowerPrompt.includes(brand.name.toLowerCase()) ? 3 : 0;
    return { brand, weight: standing + here + now + bonus };
  });
  const picks = ranked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return picks.slice(0, 8).map(({ brand }) => brand);
}
