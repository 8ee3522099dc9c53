import { profile } from '#lib/base/text/languages/profile';

export const ro = profile(
  'ro',
  'Latin',
  `un o unui unei unor niște al a ai ale cel cea cei cele celui și sau ori dar însă iar că să dacă când unde cum deși pentru fiindcă deoarece
  eu tu el ea noi voi ei ele mă te se ne vă îl îi le l i mie mi ție ți lui ei lor mine tine sine meu mea mei mele tău ta său sa nostru noastră vostru
  este e sunt era erau fost fi fie sunt am ai are avem au avea avut poate pot putea va vor voi
  în din de la pe cu fără prin până spre sub peste după între către despre lângă într dintr printr
  cine ce care cui cât câtă câți câte acest această acesta aceasta acești aceste acel acea acela aceea acei
  nu da mai foarte tot toată toți toate și doar numai deja încă aici acolo atunci acum altul alta alți ceva cineva nimic nimeni fiecare astfel`,
);
