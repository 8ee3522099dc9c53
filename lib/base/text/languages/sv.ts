import { profile } from '#lib/base/text/languages/profile';

export const sv = profile(
  'sv',
  'Latin',
  `en ett den det de och eller men att som om när där var vad vem vilken vilket vilka hur varför eftersom så än för ty
  jag du han hon vi ni de mig dig honom henne oss er dem sig min mitt mina din ditt dina sin sitt sina hans hennes vår vårt våra deras
  är var vara varit blir blev bli har hade ha haft kan kunde ska skall skulle vill ville måste får fick
  i på av till från med hos mot under över efter före innan vid genom mellan utan sedan åt ur inom
  inte ej också bara mycket mer mindre många alla allt någon något några ingen inget inga varje annan annat andra denna detta dessa här nu då sig redan ännu`,
);
