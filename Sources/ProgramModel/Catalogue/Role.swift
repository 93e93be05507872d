/// What an API is for, as the tables under `Rules/Knowledge/` say it. Each role is a section of a table.
///
/// A section's word is the case's name in small letters with hyphens: `neverReturns` is `never-returns`.
public enum Role: Int, CaseIterable, Sendable {
  // Where control goes.
  /// Ends the program while it is tried out, and goes on in a release.
  case stopsTrials
  case neverReturns, mayStop, doesNothing, runsOnceInPlace, mayRunAtOnce, runsAgain, suspends, resumes
  // Queues, threads and locks.
  case queuesBlock, waitsForBlock, defersAction, makesSerialQueue, mainQueue, comesOnMainThread, asksWhereItRuns
  /// Changes what it is called on, and goes to the main thread for that by itself.
  case changesOnMainThread
  case runsUnderLock, locks, unlocks, triesLock
  // Tasks.
  case startsTask, sleeps, asksForCancellation
  /// Answers with the time, or with how much of it has passed or is left.
  case tellsTime
  /// Types of streams that go on until whoever has the continuation ends them; what such a continuation is called; what
  /// of it ends nothing, and what ends the stream.
  case ownStream, streamContinuation, feedsStream, closesStream
  /// Runs the closure that the row names when the task around it is cancelled.
  case handlesCancellation
  /// Makes something that others wait for, and gives its closure what settles it; what settles it.
  case makesPromise, settlesPromise
  /// Tells whoever goes through a stream that nothing more comes.
  case tellsWhoWaits
  /// Lets those go on who wait for a group or a semaphore; has those wait who wait for a group.
  case endsWait, beginsWait
  /// Waits while other work goes on; the row's argument is the unit of its first argument.
  case passesTime
  /// A type of groups of tasks.
  case taskGroup
  // Memory by hand.
  /// A type of parameters by which Objective-C hands something out.
  case handsOutByAddress
  case allocates, pointerType, bridgedType, derivesPointer, usesPointer, readsOrWritesMemory, copiesMemory,
    takesMemoryOver
  case takesOwned, takesBorrowed, passesOwned, passesBorrowed, givesBackOwned
  // Collections, counts and indices.
  case counts, countedInIntegers, countsSelected, answersForEmpty, goesThroughElements, keepsCount, listsCases
  /// Changes the value itself that it is called on.
  case changesInPlace
  /// Answers with the index that is so many after another.
  case stepsIndex
  case indexedByInteger, takesIndex, asksForMember, noIndex, tellsEmptiness, tellsIndices
  /// Whether there may be none of it, an interface file says.
  case settledInInterface
  // Views that are used again.
  case reusedView, handsOutReused, registersReused, preparesForReuse, showsValue, hidesView, showsNothingNew
  /// Sets what the row's argument names as well.
  case setsToo
  // Kinds of types.
  /// A protocol that asks its types for no function without a label.
  case asksForNothing
  /// A class or a protocol of delegates that has its types called without any argument.
  case asksUntold
  /// A class or a protocol of whose types the system or a library makes objects that nobody names: it reads them from
  /// somewhere, or looks for all of the kind.
  case madeUnasked
  case rootClass, viewClass, viewControllerClass, viewProtocol, drawnProtocol, viewValue, previewProtocol
  case responderClass, webView
  case workItem
  /// Has its receiver keep a closure until that is told to end, and no longer.
  case keepsUntilCancelled
  case testCaseClass, plainValue, literalType, integer, decimal, codedApart, equatable, hashable, tellsOutcome
  // Declarations and attributes.
  case seenByObjectiveC, keepsAsGiven, viewState, observesOnly, ownsObserved, outlet, hashes, comparesObjects
  case makesCoordinator
  /// An attribute of a function that a person sets off, as often as they like.
  case setOffByPerson
  /// An attribute of a function that has nobody call it.
  case tellsNothingOfCallers
  // Dates and texts.
  case setsDateFormat, fixesDateFormat, parsesDate, writesDate, showsText, makesText, formatsValue
  /// Makes a text of a pattern and of what is put into it.
  case fillsPattern
  /// Puts a value into a text that a literal interpolates.
  case interpolates
  /// Makes one text of the elements that it is called on.
  case joinsTexts
  /// Answers with the text that it is called on, spelled a little otherwise.
  case respellsText
  // What outlives the process.
  case codesWhole, outlivesProcess, mayBeEmptied, readsOrWritesFile, storesInDefaults, readsKey, writesKey, emptiesKey
  // Lifetimes.
  case handedOver, addsMessageHandler, removesMessageHandler, messageHandlerHost, waitsInPlace, runsModal
  case queuesWorkItem, cancelsWorkItem, repeatsWithTarget, repeatsWithBlock, answersWithSubscription
  case cancelsTask, endlessStream, endlessPublisher, passesStreamOn, valueSubject, subject, feedsSubject
  case endsTimer, schedulesTimer
  case startsConnection, endsConnection, addsObserver, removesObserver, appears, rootScreenClass, letsGoOfGuest
  case addsElement
  /// Gives the object that it makes to its closure.
  case handsOutMade
  /// Answers with a list of elements of the one it is called on.
  case keepsElements
  /// What is started by it is kept by something that lasts until it is ended.
  case registers
  /// Takes, as the row's argument, what an observer is to be told of.
  case namesObserved
  /// Calls the function whose selector it is given at each event; or marks such a function.
  case callsAtEachEvent
  /// Notifications that are posted once in the life of a process.
  case postedOnce
  // Closures.
  /// Takes a closure, in a call or as what it is set to, that answers with something; with something or `nil`.
  case takesAnswer, takesOptionalAnswer
  /// A requirement whose closure the system answers itself, if it is dropped.
  case answersItself
  /// Runs its closure in a task that the system, or the task around it, may cancel.
  case runsCancellable
  // Optionals.
  /// Never answers with `nil`, by documentation or in practice: always; for a text that is spelled out; with an
  /// encoding that has all characters.
  case answersAlways, answersForLiteral, encodesText, encodesAnyText
  /// What the answer to a request is, wherever there is one.
  case comesWithAnswer
  /// Answers with `nil` at times, by what it is for: a text that is no number, a list without elements.
  case mayAnswerNothing
  /// Answers one thing in a variable that it is given, which is there to be read.
  case answersInVariable
  /// Answers with a list that is never empty.
  case answersFilled
  /// Does nothing that anybody could notice, but answers.
  case onlyAnswers
  // Tests.
  case asserts, assertsTrue, assertsFalse, assertsNil, assertsThere, assertsAtLeast, assertsEqual, assertionMacro
  case expects, claims, denies, matchesTrue, matchesFalse, matchesNil, matchesEqual, looksOnly, makesExpectation
  case expectationClass, fulfills, waitsForNothing, testAttribute, skipsTest, failsTest
  // Reports.
  case writesLog
  /// Makes an address of a text, or nothing.
  case makesAddress
  /// Has a list count only when the updates that it begins are ended.
  case beginsBatch
  /// What somebody has put into a control.
  case holdsInput
  /// Answers with what an object says of itself, for those who make the program.
  case describesItself

  // What ends.
  /// Calls after which the object they are made on keeps nothing more: `cancel()`, `removeAll()`.
  case endsReceiver
  /// The same for what they are given.
  case endsArgument
  /// Types of which an object ends what it stands for as it goes.
  case endsWhenDropped
  /// Stops the work of what it is called on for a while, and ends nothing.
  case pausesWork
  /// Has its closure run whether what comes before it went well or not.
  case runsWhateverComes
  /// Holds or takes a closure that runs when nobody wants the values any more, or the view.
  case toldWhenUnwanted
  /// Puts the subscription it is called on into a bag that it is given.
  case fillsBag
  /// Takes what it is called on off the screen.
  case takesOffScreen
  /// A type of what a storyboard makes along with a screen, beside its view.
  case screenItem
  /// Puts the view that it is given on the screen, inside of its receiver.
  case showsView
  /// Operators that put what is on their right into what is on their left.
  case addingOperators
  /// A policy by which an object has another beside it, and does not keep it.
  case associatesWithoutKeeping
  /// Shows what a binding holds, the argument that the row names, and empties it when that goes.
  case presentsItem
  /// What an argument is called by which a stack of screens is given its first.
  case firstScreenArgument
  /// Types whose new value holds nothing.
  case emptyContainer

  // When the system calls.
  /// Comes whenever the object is dropped.
  case comesWhenDropped
  /// May never come.
  case mayNeverCome
  /// Answers with its first argument, where that is there.
  case handsBack
  /// Comes once in the life of an object.
  case comesOnce
  /// Comes again to what has all screens of an application only once something has covered these.
  case comesOnceToAll
  /// Covers all screens, so that they appear again after it.
  case coversScreens

  // How long.
  /// Types of which the application has one object, from beginning to end.
  case lastsWithTheProcess
  /// The same, unless the application asks for another scene; asks for one, where its first argument is `nil`.
  case lastsWithTheScene, asksForScene
  /// Gives a container the closure that makes an object; says how many of them it makes, of one entry, or of all that
  /// do not say so; a number of one.
  case registersMaker, setsScope, setsDefaultScope, scopeOfOneObject
  /// Types of which whatever runs one keeps it until it says that it is done.
  case keptUntilDone
  /// Property by which a view, or the application, says what it shows.
  case saysWhatItShows
  /// Call that shows what its closure makes for as long as what it is a part of is shown.
  case laysOut
  /// Types of what is shown inside of something else.
  case shownPart
  /// Types of what shows others inside of it.
  case screen
  /// Types that keep the screens which they show one after another, or side by side; that keep views.
  case showsScreens, showsViews
  /// Puts a screen inside of the one it is called on.
  case embedsScreen
  /// Makes a screen from a storyboard, by the identifier that it is given.
  case makesScene
  /// Attributes of functions that a segue asks for the screen it leads to, or embeds.
  case makesSceneForSegue
  /// Opens a storyboard by the name that it is given.
  case opensStoryboard
  /// Answers with what keeps the one it is asked of, in the list that the row's argument names.
  case keptInListOf
  /// The list of what shows one screen after another, of which only the first stays.
  case screenStack
  /// What keeps the one screen that all others of a window are shown by.
  case rootScreenSlot
  /// What leads to the streams of an object, which end when that is freed.
  case tellsUntilFreed
  /// Classes whose objects are as they were made.
  case neverChanges
  /// Types whose objects keep, send or measure something outside of the program; whose one object answers the same
  /// wherever it is asked.
  case reachesOutside, sameEverywhere
  /// Types of what a view is drawn with, and shows nothing by: colours, fonts, pictures, measures.
  case drawnWith
  /// Called twice in a row it leaves what it leaves when it is called once.
  case settles
  /// What a list that is shown asks its data source, which is given the list first.
  case asksDataSource
  /// Types of screens that own such a list.
  case ownsShownList
  /// A property wrapper that makes a delegate and keeps it.
  case adaptsDelegate

  // What an answer is.
  /// Answers with a value of the same type as what it is called on.
  case answersInKind
  /// Gives the elements of what it is called on to a closure, or answers with one.
  case handsOutElements
  /// Answers with what it is called on without some of the elements.
  case leavesOut
  /// Types of views that give the elements of their first argument to their closure.
  case laysOutElements
  /// Gives its closure, before anything else, the argument that it was itself given for that.
  case handsBackArgument
  /// Answers with what gives closures, before anything else, the argument that it was given.
  case handsOnArgument
  /// A static member that answers with the one object of its type that all share.
  case sharedInstance

  // What closures are given, and what keeps what.
  /// Answers with what its closure answers with for each element.
  case mapsElements
  /// Gives each element to a closure beside another, or beside what came of those before it.
  case foldsElements
  /// The same, and leaves out those for which that is `nil`.
  case leavesOutMissing
  /// Answers with a view of a collection whose closures run when it is gone through; a function of such a view that
  /// answers with another.
  case lazyView, staysLazy
  /// Answers with its first argument, or with what its closure makes of that, again for each element.
  case folds
  /// Answers with one of the elements; with all values, or all keys, of a dictionary.
  case oneElement, allValues, allKeys
  /// A function that answers with one of the elements, and leaves it where it is or takes it out.
  case findsElement, takesElement
  /// Takes all elements out of a collection.
  case takesAll
  /// Takes the element out of a list that was put in last.
  case takesNewest
  /// Answers with the first element, if there is one.
  case firstElement
  /// Makes a text of a value as it stands: of an optional, `Optional(…)` or `nil`.
  case spellsOut
  /// Answers with pairs: of the elements of two lists, or of a number and an element.
  case pairsUp, numbersElements
  /// A generic type whose values are lists of its argument.
  case listType
  /// Makes a key that nothing has been put under yet.
  case makesKey
  /// Makes a key of an object that no other object has.
  case tellsIdentity
  /// Keeps its third argument by its first, as the fourth says.
  case associatesObject
  /// Calls its closure with what a lock guards.
  case guardsByLock
  /// A property wrapper that does not keep what it gives access to.
  case weakWrapper
  /// A macro on a type whose properties are then kept somewhere else.
  case storesElsewhere
  /// A base class of a library whose objects keep in a database what their properties are given.
  case databaseRecord
  /// An event of a control: what is to be done at it has to be kept.
  case controlEvent

  /// A type whose objects do not keep those that refer to them weakly: something else keeps both.
  case leavesItsUser

  // Streams of values.
  /// Describes a further stream and starts nothing.
  case passesOn
  /// Takes further streams as arguments.
  case joinsStreams
  /// Writes each value into a property of the argument, which the stream keeps as a closure keeps what it captures.
  case assignsTo
  /// Wraps a property whose values a stream can be assigned to without keeping who has it.
  case publishes
  /// Ends a stream whatever it is called on.
  case endsStream
  /// Ends a stream after so many values as its first argument says.
  case limitsStream
  /// Listens to a stream that ends when the object goes whose events it has.
  case subscribesToSource
  /// Makes a stream that ends, or one that goes on for as long as somebody listens.
  case endsByItself, goesOnByItself
  /// A type of such streams.
  case streamThatEnds, streamThatGoesOn
  /// A type that says of a stream no more than whether it can fail, by its second parameter.
  case erasedStream

  // Indices that are looked for.
  /// Answers with the number of an element, or with where one is, if there is one.
  case findsIndex
  /// Answers with the parts of a text; with those alone that are not empty.
  case splitsText, leavesOutEmpty
  /// A type that says nothing of its values.
  case typeOfAnything
  /// A type of what others have written, to be understood.
  case decodedFrom
  /// Sends a notification, and what it carries, to whoever listens to its name; the name in such a call; what a
  /// notification carries.
  case postsNotification, namesNotification, carriesPayload
  /// Ends the program for an address that is not the web's; says what scheme an address has; a protocol of what is
  /// made from what others have written.
  case wantsWebAddress, tellsScheme, decodable
  /// Opens its first argument by whatever is there for such addresses.
  case opensAnyAddress
  // Views and values.
  /// Makes a binding of a closure that reads and one that sets.
  case makesBinding
  /// Has a view come and go in a way of its own, or be another one.
  case tellsViewsApart
  /// Runs its closure each time the view comes up.
  case runsWhenShown
  /// Answers with the greatest of what it is given.
  case greatest
  /// Tells whether an object has one owner alone.
  case asksForCopies
  /// Gives its closure a view that is used again, to be filled.
  case fillsReused
  /// Called when the work of its object is over; starts the work of its argument, of its receiver.
  /// A property that the system empties once what it tells of has come.
  case letGoWhenOver
  case toldWhenDone, startsArgument, startsReceiver
  /// Begins what another call has made, and that does nothing until then.
  case beginsMade
  /// Runs, before it returns, the method of the same object that the row's argument names.
  case runsOwnMethod
  /// Answers with a stream of notifications of the name that its argument gives.
  case streamsNotification
  /// Shows one thing and keeps nobody.
  case showsOneThing
  // Screens.
  /// Loads the view if need be; says whether it is loaded.
  case loadsView, asksForView
  /// Comes as soon as the view of its object is loaded.
  case comesWhenLoaded
  /// The screen that is about to be shown; makes a screen from an interface file.
  case screenToBeShown, makesScreen
  // Batch updates.
  case runsBatch, putsRows, takesRows, tellsRows
  /// Calls its closure back off the main thread, unless a queue was chosen; chooses it; makes a queue that is not the
  /// main one.
  case comesOffMainThread, choosesQueue, namesDeliveryQueue, backgroundQueue
  /// Subscribes to what is before it where its argument says, and so after the call that subscribes has returned.
  case subscribesLater
  /// Operators whose stream goes on where their argument says.
  case movesDelivery
  /// Operators whose values come where those before them come.
  case keepsDelivery
  /// Operators whose values come where those of the streams come that are made for each value before them.
  case flattensStreams
  /// Operators that hold their values back for a time.
  case holdsBackValues

  /// The section's word in a table.
  public var word: String { kebab("\(self)") }
}

/// What a name makes likely where nothing else is known. Its sections hold whole words of names, in small letters.
///
/// An answer from here is *guessed*: it never proves anything.
public enum Guess: Int, CaseIterable, Sendable {
  // What a call does.
  case logs, frees, keepsArgument, cancels, doesOnce, repeats, decodes, mayAssert, waits, mayWait, handlesEvent
  case fillsView, claimsSomething, comesOften, takesOut, delays, registersHandler, happensOnce, setsUp
  case tellsWithoutEnd, endsWork
  /// Runs its closure whether all went well or not.
  case comesAnyway
  /// Undoes what another call has begun for what it is given; gives back what another call took; takes that.
  case takesBack, givesBack, takesIntoUse
  /// Has something done once, or begun, by the first word of its name.
  case asksOnce
  /// A type of values that come one after another.
  case isStream
  // What a closure or its parameter is for.
  case completes, isCompletion, fails, succeeds, answers, namesAnswer, goesOn, namesEvent, isHandler, isLateHandler
  case systemHandler
  case isDelegate, isDataSource, isTold, isListener, isCallbackProtocol, isProvider
  // What a value is.
  case givesOwned, givesBorrowed, identifies, isError, isOutcome, isEvent, isLock, letsSeveralIn, isShared, meansSelf
  case isAboutEquality, isAboutCrashing, isPlaceholder, servesScreen, namesShim, opensSomething, isDouble,
    isPreview, isCache, isDefaults, isKeychain, frameworkPrefix
  case isRootScreen, isService, isTokenBag
  /// The last word of a type whose objects run once and are done.
  case worksOnce
  /// The last word of what refers back to an owner.
  case pointsBack
  /// The last word of what nearly always keeps the object that refers to it.
  case namesOwner
  /// The first word of an argument's label in what is imported from Objective-C.
  case importedLabel
  // Where code stands.
  /// Names of targets, folders and files that are for tests.
  case tests
  /// The last words of names of programs, which hold no tests whatever they begin with.
  case programs
  /// Words of names of targets and folders that show how to use a library.
  case isExample
  /// Words of names of files and folders that only those who make the program see.
  case isForDevelopers

  /// The section's word in a table.
  public var word: String { kebab("\(self)") }
}

private func kebab(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase { result.append("-") }
    result.append(contentsOf: character.lowercased())
  }
  return result
}
