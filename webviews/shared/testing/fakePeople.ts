// Assignees of the fake projects.

export const fakePeople = [
  { key: "maya", name: "Maya Ito", color: "#2F80ED", configured: true, openTasks: 9 },
  { key: "kenji", name: "健二", color: "", configured: true, openTasks: 6 },
  { key: "ai", name: "AI agent", color: "#27AE60", configured: true, openTasks: 5 },
];
