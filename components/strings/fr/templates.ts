import type { templates as english } from '#components/strings/templates';
import type { Translation } from '#components/strings/translated';

export const templates: Translation<typeof english> = {
  'personal-assistant': {
    name: 'Assistant personnel',
    mission: 'La mémoire d’un assistant personnel : ce qu’une personne aime, prévoit et a promis, pour ne rien avoir à répéter.',
    extraction: 'Préférences, projets avec leurs dates, promesses et personnes de l’entourage. Pas de bavardage.',
    models: {
      preferences: {
        name: 'Préférences',
        question: 'Préférences : plats, boissons, voyages et autres choses préférées, appréciées, aimées, détestées ou évitées',
      },
      'plans-and-promises': {
        name: 'Projets et promesses',
        question: 'Projets, voyages, réservations, réunions, rendez-vous et promesses avec leurs dates',
      },
      people: { name: 'Personnes', question: 'Personnes : partenaire, femme, mari, enfants, parents, frères, sœurs, amis et collègues' },
    },
    directives: {
      dates: { name: 'Dates exactes', rule: 'Donne la date exacte de chaque projet, rendez-vous et échéance.' },
      privacy: { name: 'Santé et argent', rule: 'Ne parle de santé et d’argent que si la question porte dessus.' },
    },
  },
  'coding-agent': {
    name: 'Agent de programmation',
    mission:
      'La mémoire d’un agent de programmation : les conventions du code, pourquoi il est construit ainsi et quels essais ont échoué.',
    extraction: 'Conventions, commandes, décisions avec leurs raisons, erreurs avec leur cause et leur correction, essais manqués.',
    models: {
      conventions: {
        name: 'Conventions',
        question: 'Conventions : noms des fichiers, style du code, commandes et outils pour construire, tester et lancer',
      },
      decisions: { name: 'Décisions', question: 'Décisions : ce qui a été décidé, choisi ou remplacé, et pourquoi' },
      pitfalls: {
        name: 'Erreurs et corrections',
        question: 'Erreurs, pannes et essais manqués : ce qui les a causés et ce qui les a corrigés ou résolus',
      },
    },
    directives: {
      names: { name: 'Noms exacts', rule: 'Cite à la lettre les commandes, chemins de fichiers, versions et messages d’erreur.' },
      current: { name: 'Décisions actuelles', rule: 'Si une décision en a remplacé une autre, ne donne que l’actuelle, avec sa raison.' },
    },
  },
  'support-agent': {
    name: 'Agent de support',
    mission: 'La mémoire d’une équipe de support : ce que les clients ont signalé, ce qui l’a résolu et ce qui reste ouvert.',
    extraction: 'Problèmes avec produit et version, leurs solutions, demandes ouvertes et ce que chaque client utilise.',
    models: {
      'known-problems': {
        name: 'Problèmes connus',
        question: 'Problèmes, erreurs et pannes signalés, et ce qui les a résolus ou corrigés',
      },
      'open-cases': { name: 'Dossiers ouverts', question: 'Dossiers, tickets et demandes ouverts, en attente ou pas encore résolus' },
      customers: { name: 'Clients', question: 'Clients : quelle formule, quel produit et quelle version utilisent-ils ?' },
    },
    directives: {
      promises: {
        name: 'Aucune promesse',
        rule: 'Ne promets jamais une date, un remboursement ou une fonction qu’aucun souvenir ne contient.',
      },
      privacy: { name: 'Confidentialité', rule: 'Ne mentionne jamais un client dans une réponse à un autre.' },
    },
  },
  'sales-team': {
    name: 'Équipe commerciale',
    mission:
      'La mémoire d’une équipe commerciale : qui décide chez chaque client, ce qu’il lui faut et la prochaine étape de chaque affaire.',
    extraction: 'Contacts avec leur rôle, budgets, phases, prochaines étapes datées, objections et concurrents.',
    models: {
      contacts: { name: 'Contacts', question: 'Contacts : qui décide, signe ou dirige chez chaque client ?' },
      deals: { name: 'Affaires', question: 'Affaires : budget, prix, offre, phase et prochaine étape' },
      objections: { name: 'Objections', question: 'Objections, inquiétudes et concurrents des clients' },
    },
    directives: {
      'next-step': {
        name: 'Prochaine étape',
        rule: 'Termine une réponse sur un client par la prochaine étape, son responsable et sa date.',
      },
      figures: { name: 'Chiffres', rule: 'Ne donne prix, budgets et remises qu’avec la date à laquelle ils ont été mentionnés.' },
    },
  },
  'research-notes': {
    name: 'Notes de recherche',
    mission: 'La mémoire d’un projet de recherche : résultats avec leurs sources, méthodes et questions ouvertes.',
    extraction: 'Résultats avec chiffres et sources, méthodes, jeux de données, hypothèses et questions ouvertes.',
    models: {
      findings: { name: 'Résultats', question: 'Résultats : ce que les expériences et les articles montrent, trouvent ou rapportent' },
      methods: { name: 'Méthodes', question: 'Méthodes, jeux de données, corpus et paramètres utilisés' },
      'open-questions': {
        name: 'Questions ouvertes',
        question: 'Questions ouvertes : ce qui est inconnu, incertain, pas testé ou à tester',
      },
    },
    directives: {
      sources: { name: 'Sources', rule: 'Nomme la source de chaque résultat et sépare les résultats des suppositions.' },
      disagreement: { name: 'Désaccords', rule: 'Si les sources se contredisent, donne les deux résultats avec leurs chiffres.' },
    },
  },
};
