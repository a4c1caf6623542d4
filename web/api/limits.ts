/** What can be saved at most, in characters or in number; from openapi.json by `npm run generate`. */
export const limits = {
  name: 120,
  about: 300,
  address: 2048,
  rivals: 20,
  prompts: 500,
  prompt: 500,
  intent: 40,
  tags: 10,
  tag: 40,
  model: 120,
  answers: 2000,
};
