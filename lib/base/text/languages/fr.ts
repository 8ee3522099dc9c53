import { profile } from '#lib/base/text/languages/profile';

export const fr = profile(
  'fr',
  'Latin',
  `le la les l un une des du de d au aux à en dans par pour sur sous avec sans chez vers entre depuis pendant jusque
  et ou où ni mais donc or car que qu quand comme si lorsque puisque parce afin
  je j tu il elle on nous vous ils elles me m te t se s lui leur leurs y moi toi soi eux mon ma mes ton ta tes son sa ses notre nos votre vos
  est sont était étaient être été suis es sommes êtes fut sera ai as a avons avez ont avait avaient avoir eu peut peuvent fait faire va vais
  qui quoi quel quelle quels quelles comment combien pourquoi ce c cet cette ces cela ça celui celle ceux celles dont
  ne n pas plus non oui très bien aussi tout toute tous toutes autre autres même encore déjà alors là ici moins trop peu rien quelque`,
);
